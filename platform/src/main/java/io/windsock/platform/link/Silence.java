package io.windsock.platform.link;

/**
 * How long a peer has sent nothing. Time is counted in looks, each of which counts for at most
 * {@link #MAX_LOOK_NS}: while this process is suspended, its peers may be sending. Owned by one
 * thread.
 */
final class Silence {
  /** The most that the time since the last look counts for, ns. */
  static final long MAX_LOOK_NS = 250_000_000;

  private long lookedNs;
  private long countedNs;

  /** The silence of a peer that is expected to send from now on. */
  Silence(long nowNs) {
    lookedNs = nowNs;
  }

  /** Records that something has arrived, or that a new connection is being made. */
  void end(long nowNs) {
    lookedNs = nowNs;
    countedNs = 0;
  }

  /** Returns how long it has lasted, ns. To be called several times within a silence. */
  long look(long nowNs) {
    countedNs += Math.min(MAX_LOOK_NS, nowNs - lookedNs);
    lookedNs = nowNs;
    return countedNs;
  }
}
