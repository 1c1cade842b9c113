package io.windsock.cli.link;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.stage.KeyFile;
import io.windsock.link.transport.LinkTls;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that secure a link, the same at both sides. */
final class LineOptions {
  @Option(
      names = "--keys",
      paramLabel = "FILE",
      required = true,
      description =
          "File of the keys that batches are encrypted with, a line each: ID = BASE64 of 32 random"
              + " bytes. The sender uses the last one; the file is read again when it changes.")
  private @Nullable Path keys;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "Certificate of this side, PEM; read again when it changes.")
  private @Nullable Path certificate;

  @Option(
      names = "--private-key",
      paramLabel = "FILE",
      description = "Its private key, PEM, PKCS #8.")
  private @Nullable Path privateKey;

  @Option(
      names = "--authority",
      paramLabel = "FILE",
      description = "Certificates of the authorities that may have issued the other side's, PEM.")
  private @Nullable Path authority;

  @Option(
      names = "--clear-text",
      description = "Do without TLS, for a try on one machine. Batches are encrypted nevertheless.")
  private boolean clearText;

  LineOptions() {}

  /**
   * Returns the keys.
   *
   * @throws ConfigurationException with every fault of the file
   */
  KeyFile keys() {
    Path file = keys;
    if (file == null) {
      throw ConfigurationException.of("--keys", "is missing; name a file of keys");
    }
    return KeyFile.open(file);
  }

  /**
   * Returns the files of TLS; null for clear text.
   *
   * @throws ConfigurationException if some are missing
   */
  @Nullable LinkTls tls() {
    Path own = certificate;
    Path key = privateKey;
    Path trusted = authority;
    if (clearText) {
      if (own != null || key != null || trusted != null) {
        throw ConfigurationException.of("--clear-text", "goes without the files of TLS");
      }
      return null;
    }
    if (own == null || key == null || trusted == null) {
      throw ConfigurationException.of(
          "--certificate, --private-key, --authority",
          "name all three, or --clear-text for a try on one machine");
    }
    return new LinkTls(own, key, trusted);
  }
}
