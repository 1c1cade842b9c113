package io.windsock.evaluation.load;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;

/** Requests for streams of updates. */
final class Subscription {
  private Subscription() {}

  /** Returns the request for the stream of a view at a site. */
  static RequestOptions toView(URI site, String view) {
    return to(site, "view=" + view);
  }

  /** Returns the request for the stream of a key at a site. */
  static RequestOptions toKey(URI site, String key) {
    return to(site, "key=" + key);
  }

  private static RequestOptions to(URI site, String what) {
    return new RequestOptions()
        .setMethod(HttpMethod.GET)
        .setHost(site.getHost())
        .setPort(site.getPort())
        .setURI("/v1/subscribe?" + what);
  }
}
