package io.windsock.link.batch;

/** The bounds of a batch on the wire. What exceeds them is refused before memory is allocated. */
public final class BatchLimits {
  /** The most bytes of a part before it is compressed: 64 MiB. */
  public static final int MAX_PART_BYTES = 64 << 20;

  /** The most bytes of all parts of a batch: 128 MiB. */
  public static final int MAX_BATCH_BYTES = 128 << 20;

  /** The most parts of a batch. */
  public static final int MAX_PARTS = 64;

  /** The most runs of a part: one a partition. */
  public static final int MAX_RUNS = 16_384;

  /** The most records of a run. */
  public static final int MAX_RECORDS = 4 << 20;

  /** The most headers of a record. */
  public static final int MAX_HEADERS = 4096;

  /** The longest topic name that Kafka accepts. */
  public static final int MAX_TOPIC_BYTES = 249;

  /** The longest header name. */
  public static final int MAX_HEADER_NAME_BYTES = 32 << 10;

  private BatchLimits() {}
}
