package io.windsock.site.serve;

import io.vertx.core.buffer.Buffer;

/** Takes what is read from a snapshot, page by page, on the thread that reads. */
public interface PageSink {
  /** The position that all pages are of. First, and once. */
  void begin(SitePosition at);

  /**
   * The next page.
   *
   * @return whether to go on
   */
  boolean page(Buffer page);
}
