package io.windsock.site.event;

/** An update as sent to clients, without its id. Immutable; shared by all of them. */
public final class Event {
  private final String key;
  private final byte[] payload;
  private final long batch;

  /**
   * Creates an event.
   *
   * @param key the conflation key: the key, or type and key for a derived event
   * @param payload the event's lines, without the id and the terminating empty line; not copied
   * @param batch the number of the event's batch
   */
  public Event(String key, byte[] payload, long batch) {
    this.key = key;
    this.payload = payload;
    this.batch = batch;
  }

  /** The conflation key. */
  public String key() {
    return key;
  }

  /** The event's lines; shared, and must not be modified. */
  public byte[] payload() {
    return payload;
  }

  long batch() {
    return batch;
  }
}
