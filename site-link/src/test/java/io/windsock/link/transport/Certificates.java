package io.windsock.link.transport;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates for a test, made by the JDK's keytool. */
public final class Certificates {
  private static final String PASSWORD = "changeit";
  private static final String VALID = "-1d";
  private static final String EXPIRED = "-10d";
  private static final int LINE_CHARS = 64;

  private final Path folder;

  public Certificates(Path folder) {
    this.folder = folder;
  }

  /** Makes an authority. */
  public void authority(String name) throws Exception {
    generate(name, VALID, "-ext", "bc:c");
    write(folder.resolve(name + ".pem"), "CERTIFICATE", store().getCertificate(name).getEncoded());
  }

  /** Makes a certificate for 127.0.0.1 that {@code authority} has issued, and its key. */
  public LinkTls issue(String name, String authority) throws Exception {
    return issue(name, authority, VALID, "ip:127.0.0.1");
  }

  /** Makes one that expired days ago. */
  public LinkTls expired(String name, String authority) throws Exception {
    return issue(name, authority, EXPIRED, "ip:127.0.0.1");
  }

  /** Makes one for another host. */
  public LinkTls foreign(String name, String authority) throws Exception {
    return issue(name, authority, VALID, "dns:elsewhere.example");
  }

  private LinkTls issue(String name, String authority, String from, String host) throws Exception {
    generate(name, from, "-signer", authority, "-ext", "san=" + host);
    KeyStore store = store();
    Certificate certificate = store.getCertificateChain(name)[0];
    Path pem = folder.resolve(name + ".pem");
    write(pem, "CERTIFICATE", certificate.getEncoded());
    Path key = folder.resolve(name + ".key");
    write(key, "PRIVATE KEY", store.getKey(name, PASSWORD.toCharArray()).getEncoded());
    return new LinkTls(pem, key, folder.resolve(authority + ".pem"));
  }

  private void generate(String name, String from, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", name));
    command.addAll(List.of("-keyalg", "RSA", "-keysize", "2048", "-dname", "CN=" + name));
    command.addAll(List.of("-startdate", from, "-validity", "5"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", file().toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said;
    try (InputStream out = process.getInputStream()) {
      said = new String(out.readAllBytes(), Charset.defaultCharset());
    }
    if (process.waitFor() != 0) {
      throw new IOException(command + ": " + said);
    }
  }

  private File file() {
    return folder.resolve("all.p12").toFile();
  }

  private KeyStore store() throws Exception {
    return KeyStore.getInstance(file(), PASSWORD.toCharArray());
  }

  private static void write(Path file, String what, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n");
  }
}
