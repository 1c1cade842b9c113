package io.windsock.site.status;

/**
 * The kinds of fault in the records of an output topic. They are counted, and none stops a site.
 */
public enum SiteFault {
  /** The topology forwards no such records, so another program has written to the topic. */
  UNDECODABLE("records that could not be read as an event or a marker"),
  NO_SEQUENCE("events without a sequence header"),
  SEQUENCE_FELL("forwarded events whose sequence was below that of the event before"),
  SEQUENCE_AHEAD("markers whose sequence was below that of an event before them"),
  KEY_MOVED("events of a key that used to be in another partition"),
  MARKER_HOLE("markers whose number did not follow that of the marker before"),
  MARKER_COUNTS("markers whose counts did not add up, or did not match the records before them"),
  CHECKPOINT_FAILED("commits of offsets that failed; a later one covers them"),
  STARTED_LATE("partitions whose beginning was already trimmed when the site first read them"),
  STATE_DAMAGED("times that the site's files were found damaged and its state was rebuilt"),
  LOG_DIVERGED("times that the log had lost records that the site had applied");

  private final String meaning;

  SiteFault(String meaning) {
    this.meaning = meaning;
  }

  /** A description of the records or events counted. */
  public String meaning() {
    return meaning;
  }
}
