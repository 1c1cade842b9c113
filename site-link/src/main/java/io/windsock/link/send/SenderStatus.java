package io.windsock.link.send;

/**
 * What a sender does.
 *
 * @param state what it does now
 * @param detail why, or with whom, in words
 * @param epoch the session's epoch; 0 before the first session
 * @param batch the number of the last batch that is committed at the target
 * @param records the records of batches committed since the sender was started
 * @param intervalNs the batch interval, ns
 * @param threshold the most records of a batch
 */
public record SenderStatus(
    State state,
    String detail,
    int epoch,
    long batch,
    long records,
    long intervalNs,
    int threshold) {
  /** The states of a sender. */
  public enum State {
    /** It opens a session, or waits to do so. */
    CONNECTING,
    /** It sends. */
    SENDING,
    /** An operator has paused it: it keeps its place, and has no session. */
    PAUSED,
    /** It has stopped, until somebody changes something. */
    STOPPED,
    /** It was closed. */
    CLOSED
  }

  static final SenderStatus INITIAL = new SenderStatus(State.CONNECTING, "starting", 0, 0, 0, 0, 0);

  SenderStatus with(State now, String why) {
    return new SenderStatus(now, why, epoch, batch, records, intervalNs, threshold);
  }
}
