package io.windsock.site.serve;

import io.vertx.core.buffer.Buffer;

/** Receives pages read from a snapshot, on the reading thread. */
public interface PageSink {
  /** Receives the position of all pages. Called first, and once. */
  void begin(SitePosition at);

  /**
   * Receives the next page.
   *
   * @return whether to continue
   */
  boolean page(Buffer page);
}
