package io.windsock.evaluation.link.lab;

import io.windsock.evaluation.line.LineCondition;
import io.windsock.evaluation.line.LineCounts;

/** What is between the sender of a link and its receiver. One thread owns it. */
public interface BetweenSites extends AutoCloseable {
  /** Returns where the receiver has to listen. */
  Address receiver();

  /** Returns where the sender has to connect. */
  Address entry();

  /** Puts a condition in force. */
  void become(LineCondition condition);

  /** Returns what became of packets so far; all zero for a relay. */
  LineCounts counts();

  @Override
  void close();
}
