package io.windsock.cli.state;

import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteKind;
import java.time.Duration;

/** Creates clients for the sites that commands query. */
public final class Sites {
  /** The largest response is a view of all keys. */
  private static final int MAX_BYTES = 512 * 1024 * 1024;

  private static final RemoteKind KIND =
      new RemoteKind(
          "site",
          "http://127.0.0.1:8080",
          "start it, or name another",
          Duration.ofSeconds(30),
          MAX_BYTES);

  private Sites() {}

  /** Returns a client for the site at a URL given by the user. */
  public static Remote at(String url) {
    return new Remote(KIND, url);
  }
}
