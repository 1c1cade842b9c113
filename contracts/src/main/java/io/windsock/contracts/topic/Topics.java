package io.windsock.contracts.topic;

/**
 * The names of Windsock's topics under one prefix. All source and output topics have the same
 * number of partitions, and partition <i>p</i> of an output comes from partition <i>p</i> of the
 * sources.
 */
public record Topics(String prefix) {
  /** The default prefix. */
  public static final String DEFAULT_PREFIX = "windsock";

  /** Checks that Kafka accepts the prefix in a topic name. */
  public Topics {
    if (!prefix.matches("[a-zA-Z0-9._-]{1,100}")) {
      throw new IllegalArgumentException(
          "topic prefix '" + prefix + "': 1 to 100 letters, digits, dots, dashes or underscores");
    }
  }

  /** Returns the names under the default prefix. */
  public static Topics standard() {
    return new Topics(DEFAULT_PREFIX);
  }

  /** Returns the topic of {@code stream}'s events, which have the broker's append time. */
  public String source(String stream) {
    return prefix + ".source." + stream;
  }

  /** Returns the topic that the central site serves to regular clients. */
  public String forward() {
    return prefix + ".forward";
  }

  /** Returns the topic of the events that the rules pass on to the mirrors. */
  public String mirror() {
    return prefix + ".mirror";
  }

  /** Returns the topic of unusable records, with reason and position in their headers. */
  public String deadLetter() {
    return prefix + ".dead-letter";
  }

  /**
   * Returns the topic of parameters and commit points: compacted, one partition, one writer at a
   * time.
   */
  public String control() {
    return prefix + ".control";
  }

  /** Returns the topic of samples from sites and topology: kept for an hour, one partition. */
  public String monitor() {
    return prefix + ".monitor";
  }

  /** Returns the topic of all changes to the mirroring: kept forever, one partition. */
  public String decisions() {
    return prefix + ".decisions";
  }
}
