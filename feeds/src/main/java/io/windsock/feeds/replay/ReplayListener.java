package io.windsock.feeds.replay;

/** Is told what a replay could not send. Called by the replaying thread. */
@FunctionalInterface
public interface ReplayListener {
  /** Takes one fault. */
  void fault(ReplayFault fault);
}
