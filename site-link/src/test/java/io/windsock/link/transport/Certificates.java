package io.windsock.link.transport;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates for a test, made by the JDK's keytool. */
final class Certificates {
  private static final String PASSWORD = "changeit";
  private static final String VALID = "-1d";
  private static final String EXPIRED = "-10d";

  private final Path folder;

  Certificates(Path folder) {
    this.folder = folder;
  }

  /** Makes an authority; returns its certificate's file. */
  Path authority(String name) throws Exception {
    keytool(pair(name, VALID, "-ext", "bc:c"));
    Path certificate = folder.resolve(name + ".pem");
    keytool(store(name, "-exportcert", "-rfc", "-file", certificate.toString()));
    return certificate;
  }

  /** Makes a certificate for 127.0.0.1 that {@code authority} has issued, and its key. */
  LinkTls issue(String name, String authority) throws Exception {
    return issue(name, authority, VALID);
  }

  /** Makes one that expired days ago. */
  LinkTls expired(String name, String authority) throws Exception {
    return issue(name, authority, EXPIRED);
  }

  private LinkTls issue(String name, String authority, String from) throws Exception {
    keytool(pair(name, from));
    Path request = folder.resolve(name + ".csr");
    keytool(store(name, "-certreq", "-file", request.toString()));
    Path certificate = folder.resolve(name + ".pem");
    keytool(
        store(
            authority,
            "-gencert",
            "-rfc",
            "-infile",
            request.toString(),
            "-outfile",
            certificate.toString(),
            "-startdate",
            from,
            "-validity",
            "5",
            "-ext",
            "san=ip:127.0.0.1"));
    Path key = folder.resolve(name + ".key");
    Files.writeString(key, privateKey(name));
    return new LinkTls(certificate, key, folder.resolve(authority + ".pem"));
  }

  private List<String> pair(String name, String from, String... more) {
    List<String> all =
        new ArrayList<>(
            store(
                name,
                "-genkeypair",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=" + name,
                "-startdate",
                from,
                "-validity",
                "5"));
    all.addAll(List.of(more));
    return all;
  }

  private List<String> store(String name, String command, String... more) {
    List<String> all = new ArrayList<>(List.of(command, "-alias", name, "-storetype", "PKCS12"));
    all.addAll(List.of("-keystore", folder.resolve(name + ".p12").toString()));
    all.addAll(List.of("-storepass", PASSWORD));
    all.addAll(List.of(more));
    return all;
  }

  private static void keytool(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "keytool");
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said;
    try (InputStream out = process.getInputStream()) {
      said = new String(out.readAllBytes(), java.nio.charset.Charset.defaultCharset());
    }
    if (process.waitFor() != 0) {
      throw new IOException(arguments + ": " + said);
    }
  }

  private String privateKey(String name) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    Key key = store.getKey(name, PASSWORD.toCharArray());
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n";
  }
}
