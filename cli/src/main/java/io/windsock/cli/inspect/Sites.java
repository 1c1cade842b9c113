package io.windsock.cli.inspect;

import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteKind;
import java.time.Duration;

/** The sites that commands ask. */
final class Sites {
  /** A view of all keys is the largest answer. */
  private static final int MAX_BYTES = 512 * 1024 * 1024;

  private static final RemoteKind KIND =
      new RemoteKind(
          "site",
          "http://127.0.0.1:8080",
          "start it, or name another",
          Duration.ofSeconds(30),
          MAX_BYTES);

  private Sites() {}

  /** The site at a URL that somebody typed. */
  static Remote at(String url) {
    return new Remote(KIND, url);
  }
}
