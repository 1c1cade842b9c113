package io.windsock.cli.link;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.credentials.SiteFiles;
import io.windsock.link.stage.KeyFile;
import io.windsock.link.transport.LinkTls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that secure a link, the same at both sides. */
final class LineOptions {
  @Option(
      names = "--credentials",
      paramLabel = "FOLDER",
      description =
          "This site's folder, as windsock link credentials makes it, in place of the next four"
              + " options.")
  private @Nullable Path credentials;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
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
   * @throws ConfigurationException with every fault of the file, or if it is not named once
   */
  KeyFile keys() {
    Path file = keys;
    SiteFiles made = made();
    if (made != null) {
      return KeyFile.open(made.keys());
    }
    if (file == null) {
      throw ConfigurationException.of(
          "--keys", "is missing; name a file of keys, or a folder with --credentials");
    }
    return KeyFile.open(file);
  }

  /**
   * Returns the files of TLS; null for clear text.
   *
   * @throws ConfigurationException if some are missing, or named twice
   */
  @Nullable LinkTls tls() {
    Path own = certificate;
    Path key = privateKey;
    Path trusted = authority;
    SiteFiles made = made();
    if (made != null) {
      return made.tls();
    }
    if (clearText) {
      if (own != null || key != null || trusted != null) {
        throw ConfigurationException.of("--clear-text", "goes without the files of TLS");
      }
      return null;
    }
    if (own == null || key == null || trusted == null) {
      throw ConfigurationException.of(
          "--certificate, --private-key, --authority",
          "name all three, or a folder with --credentials, or --clear-text for a try on one machine");
    }
    return new LinkTls(own, key, trusted);
  }

  /** Returns the files of the folder; null if none is named. */
  private @Nullable SiteFiles made() {
    Path folder = credentials;
    if (folder == null) {
      return null;
    }
    if (clearText
        || Stream.of(keys, certificate, privateKey, authority).anyMatch(Objects::nonNull)) {
      throw ConfigurationException.of(
          "--credentials", "goes without --keys, the files of TLS and --clear-text");
    }
    SiteFiles files = new SiteFiles(folder);
    if (Files.notExists(files.keys())) { // as in the folder above, which has one for each site
      throw ConfigurationException.of(
          "--credentials",
          "'%s' has no file '%s'; name the folder of this site that 'windsock link credentials' has made, such as credentials/backup.example"
              .formatted(folder, files.keys().getFileName()));
    }
    return files;
  }
}
