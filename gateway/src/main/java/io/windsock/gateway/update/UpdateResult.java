package io.windsock.gateway.update;

/**
 * What became of an update. Immutable.
 *
 * @param id the update's id
 * @param outcome whether it is written
 * @param partition the partition of the stream's topic, if it is written; otherwise -1
 * @param offset its offset there; otherwise -1
 * @param error why it is not known to be written; empty if it is
 */
public record UpdateResult(String id, Outcome outcome, int partition, long offset, String error) {
  /** Whether an update is written. */
  public enum Outcome {
    /** Every replica that is in sync has it. */
    WRITTEN("written"),
    /** It is not in the stream. */
    NOT_WRITTEN("not written"),
    /** It may be in the stream, or come into it yet. */
    UNKNOWN("unknown");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** Returns it in words. */
    public String text() {
      return text;
    }
  }

  static UpdateResult written(String id, int partition, long offset) {
    return new UpdateResult(id, Outcome.WRITTEN, partition, offset, "");
  }

  static UpdateResult not(String id, Outcome outcome, String error) {
    return new UpdateResult(id, outcome, -1, -1, error);
  }
}
