package io.windsock.evaluation.link.lab;

import io.windsock.testbed.line.LineCondition;
import io.windsock.testbed.line.LineCounts;

/** What is between the sender of a link and its receiver. One thread owns it. */
public interface BetweenSites extends AutoCloseable {
  /** Returns where the receiver has to listen. */
  Address receiver();

  /** Returns where the sender has to connect. */
  Address way();

  /** Changes what it is like. */
  void become(LineCondition condition);

  /** Returns what became of packets so far; nothing, if it does not know of packets. */
  LineCounts counts();

  @Override
  void close();
}
