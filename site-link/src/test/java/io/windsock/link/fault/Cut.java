package io.windsock.link.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A way to cut a link. */
enum Cut {
  /** The line's connections are reset. */
  RESET_LINE(9),
  /** Nothing passes on the line for a while; then the connections are reset. */
  STALL_LINE(4),
  /** The sender's process is killed. */
  KILL_SENDER(3),
  /** The receiver's process is killed. */
  KILL_RECEIVER(3),
  /** The target's broker is stopped and started. */
  STOP_BROKER(0),
  /** The target's broker is killed and started, which takes until its session has expired. */
  KILL_BROKER(0);

  private final int inTwenty;

  Cut(int inTwenty) {
    this.inTwenty = inTwenty;
  }

  /** Returns so many cuts in random order; each twenty in a row restart the broker once. */
  static List<Cut> plan(int count, Random random) {
    List<Cut> all = new ArrayList<>();
    while (all.size() < count) {
      List<Cut> twenty = new ArrayList<>();
      for (Cut cut : values()) {
        twenty.addAll(Collections.nCopies(cut.inTwenty, cut));
      }
      twenty.add(random.nextBoolean() ? STOP_BROKER : KILL_BROKER);
      Collections.shuffle(twenty, random);
      all.addAll(twenty);
    }
    return all.subList(0, count);
  }

  /** Cuts and mends; what was ended has been started again when this returns. */
  void make(CutSites sites, Random random) throws Exception {
    switch (this) {
      case RESET_LINE -> sites.line().cut();
      case STALL_LINE -> stall(sites, random);
      case KILL_SENDER -> sites.killSender();
      case KILL_RECEIVER -> sites.killReceiver();
      case STOP_BROKER -> sites.stopBroker();
      case KILL_BROKER -> sites.killBroker();
    }
  }

  private static void stall(CutSites sites, Random random) {
    sites.line().hold();
    Moment.pass(random.nextInt(800));
    if (random.nextBoolean()) {
      sites.line().cut();
    }
    sites.line().release();
  }
}
