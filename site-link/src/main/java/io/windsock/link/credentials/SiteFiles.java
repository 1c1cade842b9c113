package io.windsock.link.credentials;

import io.windsock.link.transport.LinkTls;
import java.nio.file.Path;

/**
 * The files of one site.
 *
 * @param folder the folder that has them
 */
public record SiteFiles(Path folder) {
  /** Returns the file of the keys that batches are encrypted with. */
  public Path keys() {
    return folder.resolve("keys");
  }

  /** Returns the files of TLS. */
  public LinkTls tls() {
    return new LinkTls(
        folder.resolve("certificate.pem"),
        folder.resolve("private.key"),
        folder.resolve("authority.pem"));
  }
}
