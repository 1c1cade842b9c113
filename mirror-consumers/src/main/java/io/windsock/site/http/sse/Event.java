package io.windsock.site.http.sse;

/** One update as a client sees it, without its id. Immutable; shared by all who get it. */
final class Event {
  private final String key;
  private final byte[] payload;
  private final long batch;

  /**
   * An event.
   *
   * @param key what a newer event replaces it by: the key, or type and key of a derived event
   * @param payload lines of the event, without id and without the empty line that ends it; not
   *     copied
   * @param batch number of the batch it came with
   */
  Event(String key, byte[] payload, long batch) {
    this.key = key;
    this.payload = payload;
    this.batch = batch;
  }

  String key() {
    return key;
  }

  byte[] payload() {
    return payload;
  }

  long batch() {
    return batch;
  }
}
