package io.windsock.link.transport;

import io.windsock.contracts.config.ConfigurationException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds out when the files of TLS at one side have changed. What is wrong with them is said once,
 * however often they are looked at. Owned by one thread.
 */
final class TlsWatch {
  private final LinkTls files;
  private LinkTls.Material material;

  /** What was wrong when they were looked at last; empty if nothing was. */
  private String wrong = "";

  /**
   * Reads the files.
   *
   * @throws ConfigurationException if one can't be read, or the key is not the certificate's
   */
  TlsWatch(LinkTls files) {
    this.files = files;
    material = files.readPair();
  }

  /** Returns the file of the certificate. */
  Path certificate() {
    return files.certificate();
  }

  /** Returns what the files had when they could be used last. */
  LinkTls.Material material() {
    return material;
  }

  /**
   * Reads the files again.
   *
   * @return what they have; null if that is what they had, or they still can't be used
   * @throws ConfigurationException if one can't be read, or the key is not the certificate's, as
   *     while both are being replaced; unless that was so before
   */
  LinkTls.@Nullable Material changed() {
    LinkTls.Material now;
    try {
      now = files.read();
      if (!now.equals(material)) {
        files.requirePair(now);
      }
    } catch (ConfigurationException e) {
      String before = wrong;
      wrong = String.valueOf(e.getMessage());
      if (wrong.equals(before)) {
        return null;
      }
      throw e;
    }
    wrong = "";
    if (now.equals(material)) {
      return null;
    }
    material = now;
    return now;
  }
}
