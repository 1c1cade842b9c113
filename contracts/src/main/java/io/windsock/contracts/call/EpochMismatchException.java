package io.windsock.contracts.call;

/**
 * Thrown when a caller names an epoch other than the parameters' current one. Nothing has changed.
 */
public final class EpochMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** How a user resolves the mismatch. */
  public static final String REMEDY =
      "look at what has changed, and send the change again with that epoch";

  private final long epoch;

  /**
   * Creates a mismatch.
   *
   * @param expected the epoch that the caller named
   * @param epoch the parameters' current epoch
   */
  public EpochMismatchException(long expected, long epoch) {
    super(
        "the parameters are at epoch %d, and the change is for epoch %d; nothing has changed"
            .formatted(epoch, expected));
    this.epoch = epoch;
  }

  /** Returns the parameters' current epoch. */
  public long epoch() {
    return epoch;
  }
}
