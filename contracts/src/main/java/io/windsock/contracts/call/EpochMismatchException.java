package io.windsock.contracts.call;

/** A change was to be made at one epoch and the parameters are at another; nothing has changed. */
public final class EpochMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is to be done about it. */
  public static final String REMEDY =
      "look at what has changed, and send the change again with that epoch";

  private final long epoch;

  /**
   * A mismatch.
   *
   * @param expected the epoch that the caller names
   * @param epoch that the parameters are at
   */
  public EpochMismatchException(long expected, long epoch) {
    super(
        "the parameters are at epoch "
            + epoch
            + ", and the change is for epoch "
            + expected
            + "; nothing has changed");
    this.epoch = epoch;
  }

  /** The epoch that the parameters are at. */
  public long epoch() {
    return epoch;
  }
}
