package io.windsock.contracts.topic;

/**
 * The names of Windsock's topics under one prefix. All source and output topics have the same
 * number of partitions, and partition <i>p</i> of an output comes from partition <i>p</i> of the
 * sources.
 */
public record Topics(String prefix) {
  /** The prefix used where none is set. */
  public static final String DEFAULT_PREFIX = "windsock";

  /** Checks the prefix: what Kafka admits in a topic's name. */
  public Topics {
    if (!prefix.matches("[a-zA-Z0-9._-]{1,100}")) {
      throw new IllegalArgumentException(
          "topic prefix '" + prefix + "': 1 to 100 letters, digits, dots, dashes or underscores");
    }
  }

  /** Names under the default prefix. */
  public static Topics standard() {
    return new Topics(DEFAULT_PREFIX);
  }

  /** Where the events of {@code stream} land, with the broker's append time. */
  public String source(String stream) {
    return prefix + ".source." + stream;
  }

  /** What regular clients get, through the central site. */
  public String forward() {
    return prefix + ".forward";
  }

  /** What the rules let through to the mirrors. */
  public String mirror() {
    return prefix + ".mirror";
  }

  /** Records that could not be used, with reason and position in their headers. */
  public String deadLetter() {
    return prefix + ".dead-letter";
  }

  /** Parameters and commit points, compacted; one partition, one writer at a time. */
  public String control() {
    return prefix + ".control";
  }

  /** Samples of sites and topology, kept for an hour; one partition. */
  public String monitor() {
    return prefix + ".monitor";
  }

  /** Every change of the mirroring, kept for good; one partition. */
  public String decisions() {
    return prefix + ".decisions";
  }
}
