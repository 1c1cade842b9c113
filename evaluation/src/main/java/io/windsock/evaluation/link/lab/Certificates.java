package io.windsock.evaluation.link.lab;

import io.windsock.link.transport.LinkTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority and a certificate for 127.0.0.1 that it has issued, made by the JDK's keytool. */
public final class Certificates {
  private static final String PASSWORD = "experiment";
  private static final int LINE_CHARS = 64;
  private static final String AUTHORITY = "authority";
  private static final String SITE = "site";

  private Certificates() {}

  /** Returns the files of both sites' TLS in a folder, for {@link #make}. */
  public static LinkTls in(Path folder) {
    return new LinkTls(
        folder.resolve("site.pem"), folder.resolve("site.key"), folder.resolve("authority.pem"));
  }

  /** Makes the files. */
  public static void make(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("all.p12");
    generate(file, AUTHORITY, "-ext", "bc:c");
    generate(file, SITE, "-signer", AUTHORITY, "-ext", "san=ip:127.0.0.1");
    LinkTls tls = in(folder);
    try {
      KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      write(tls.authority(), "CERTIFICATE", store.getCertificate(AUTHORITY).getEncoded());
      write(tls.certificate(), "CERTIFICATE", store.getCertificate(SITE).getEncoded());
      byte[] key = store.getKey(SITE, PASSWORD.toCharArray()).getEncoded();
      write(tls.key(), "PRIVATE KEY", key);
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " can't be read", e);
    }
  }

  private static void generate(Path file, String name, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", name));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + name));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", file.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream out = process.getInputStream()) {
      String said = new String(out.readAllBytes(), Charset.defaultCharset());
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + said);
      }
    }
  }

  private static void write(Path file, String what, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n");
  }
}
