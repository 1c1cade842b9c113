package io.windsock.testbed.storm;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Selects the sites for a storm: the named ones, otherwise those found on this machine. */
public final class StormSites {
  /** The address of the demo's first site. */
  public static final String DEFAULT = "http://127.0.0.1:8080";

  private static final RemoteKind KIND =
      new RemoteKind(
          "site",
          DEFAULT,
          "start one, as 'windsock demo' does, or name it with --site",
          Duration.ofSeconds(3),
          1024 * 1024);
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private StormSites() {}

  /**
   * Returns the sites listed by {@code site} that are on this machine: a storm never reaches
   * another machine unless it is named.
   *
   * @param notes receives the sites that are left out
   * @throws RemoteException if no site responds
   */
  public static List<URI> found(String site, Consumer<String> notes) throws InterruptedException {
    List<URI> found = new ArrayList<>();
    for (JsonNode entry : new Remote(KIND, site).ask("/v1/sites").json().path("sites")) {
      URI url = URI.create(entry.path("url").asText());
      if (url.getHost() != null && LOOPBACK.contains(url.getHost())) {
        found.add(url);
      } else {
        notes.accept("left out " + url + ", which is not on this machine; --site names it");
      }
    }
    return found.isEmpty() ? List.of(URI.create(site)) : found;
  }
}
