package io.windsock.cli.link;

import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteKind;
import java.time.Duration;
import picocli.CommandLine.Parameters;

/** The parameter that names the HTTP edge of one side of a link. */
final class LinkAddress {
  private static final int MAX_BYTES = 1 << 20;
  private static final RemoteKind KIND =
      new RemoteKind(
          "link sender or receiver",
          "http://127.0.0.1:9610",
          "start it with --http-port, or name another",
          Duration.ofSeconds(10),
          MAX_BYTES);

  @Parameters(
      paramLabel = "URL",
      description = "HTTP address of the side, as its --http-port sets it.")
  private String url = "";

  LinkAddress() {}

  /** Returns a client of the side. */
  Remote client() {
    return new Remote(KIND, url.strip());
  }
}
