package io.windsock.testbed.storm.display;

/** Receives the events of displays. The event loops of all displays call it. */
public interface DisplayWatch {
  /** A request is being sent, this much after its intended time. */
  void sent(long lateNs);

  /**
   * All initial state has arrived, this much after the intended time and in so many bytes; the
   * display follows updates now.
   */
  void answered(long latencyNs, long stateBytes);

  /** A request has failed. */
  void failed(String why);

  /** A request was given up after this time. */
  void unanswered(String why, long waitedNs);

  /** A following display lost its site. */
  void lost(String why);

  /** A following display lost power again. */
  void left();

  /** An update has arrived. */
  void update();

  /** Bytes of an answer have arrived. */
  void received(long count);
}
