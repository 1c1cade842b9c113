package io.windsock.site.event;

/** One update as a client sees it, without its id. Immutable; shared by all who get it. */
public final class Event {
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
  public Event(String key, byte[] payload, long batch) {
    this.key = key;
    this.payload = payload;
    this.batch = batch;
  }

  public String key() {
    return key;
  }

  public byte[] payload() {
    return payload;
  }

  long batch() {
    return batch;
  }
}
