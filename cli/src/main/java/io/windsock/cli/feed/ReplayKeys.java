package io.windsock.cli.feed;

import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayProgress;

/** Applies keys to a replay. */
public final class ReplayKeys {
  private ReplayKeys() {}

  /** Space pauses and resumes, + and - change the speed; other keys are ignored. */
  public static void press(int key, Replay replay) {
    switch (key) {
      case ' ' -> {
        if (replay.progress().state() == ReplayProgress.State.PAUSED) {
          replay.resume();
        } else {
          replay.pause();
        }
      }
      case '+', '=' -> replay.faster();
      case '-', '_' -> replay.slower();
      default -> {
        // Other keys are ignored.
      }
    }
  }
}
