package io.windsock.link.credentials;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Authorities and the certificates that they issue, made by the JRE's keytool, since Java itself
 * has no class that issues one. They are in a key store, whose password nobody knows.
 */
public final class Keytool {
  private static final String PASSWORD_VARIABLE = "WINDSOCK_STORE_PASSWORD";
  private static final int PASSWORD_BYTES = 24;

  private final Path store;
  private final String password;

  /** Takes the file of the store, which the first authority makes. */
  public Keytool(Path store) {
    this.store = store;
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    password = Base64.getEncoder().encodeToString(random);
  }

  /**
   * Makes an authority.
   *
   * @param alias its name in the store
   * @param more further options of {@code keytool -genkeypair}
   * @throws IOException if keytool can't, with what it says
   */
  public void authority(String alias, List<String> more) throws IOException, InterruptedException {
    generate(alias, List.of("-ext", "bc:c", "-ext", "ku:c=keyCertSign"), more);
  }

  /**
   * Makes a key, and a certificate for it that an authority issues.
   *
   * @param alias its name in the store
   * @param authority the authority's
   * @param more further options of {@code keytool -genkeypair}
   * @throws IOException if keytool can't, with what it says
   */
  public void issue(String alias, String authority, List<String> more)
      throws IOException, InterruptedException {
    generate(alias, List.of("-signer", authority, "-ext", "ku:c=digitalSignature"), more);
  }

  /** Writes a certificate, in PEM. */
  public void writeCertificate(String alias, Path file) throws IOException {
    try {
      Pem.write(file, "CERTIFICATE", open().getCertificate(alias).getEncoded());
    } catch (GeneralSecurityException e) {
      throw unreadable(e);
    }
  }

  /** Writes the key of a certificate, in PEM and PKCS #8, for its owner alone. */
  public void writeKey(String alias, Path file) throws IOException {
    try {
      byte[] key = open().getKey(alias, password.toCharArray()).getEncoded();
      OwnersFile.create(file);
      Pem.write(file, "PRIVATE KEY", key);
    } catch (GeneralSecurityException e) {
      throw unreadable(e);
    }
  }

  private KeyStore open() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(store.toFile(), password.toCharArray());
  }

  private IOException unreadable(GeneralSecurityException e) {
    return new IOException(store + " can't be read: " + e.getMessage(), e);
  }

  private void generate(String alias, List<String> kind, List<String> more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-alias", alias));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass:env", PASSWORD_VARIABLE));
    command.addAll(kind);
    command.addAll(more);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD_VARIABLE, password);
    Process process = builder.start();
    try (InputStream out = process.getInputStream()) {
      String said = new String(out.readAllBytes(), Charset.defaultCharset()).strip();
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + said);
      }
    } finally {
      process.destroy();
    }
  }
}
