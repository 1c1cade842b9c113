package io.windsock.cli.feed;

import io.windsock.cli.show.Units;
import io.windsock.feeds.replay.ReplayProgress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Formats a replay's progress on one line. */
public final class ReplayLine {
  private static final int PERCENT = 100;

  private ReplayLine() {}

  /**
   * Returns state, speed, events, event time, lateness and share done, as far as they are known.
   */
  public static String of(ReplayProgress replay) {
    String state = replay.state().name().toLowerCase(Locale.ROOT);
    StringBuilder line = new StringBuilder(state).append("  ").append(details(replay));
    if (replay.done() >= 0) {
      line.append(String.format(Locale.ROOT, "  %.0f %%", replay.done() * PERCENT));
    }
    return line.toString();
  }

  /** Returns the same without state and share. */
  static String details(ReplayProgress replay) {
    StringBuilder line = new StringBuilder(replay.asked().toString());
    if (!replay.asked().isMax()) {
      line.append(String.format(Locale.ROOT, " (achieved x%.1f)", replay.achieved()));
    }
    line.append("  ").append(Units.count(replay.sent())).append(" events");
    line.append("  ").append(Units.rate(replay.eventsPerSecond()));
    if (replay.eventTimeMs() != ReplayProgress.NONE) {
      Instant time = Instant.ofEpochMilli(replay.eventTimeMs()).truncatedTo(ChronoUnit.SECONDS);
      line.append("  event time ").append(time);
    }
    if (replay.latenessMs() > 0) {
      line.append("  late ").append(Units.span(replay.latenessMs()));
    }
    return line.append(replay.loop() > 1 ? "  loop " + replay.loop() : "").toString();
  }
}
