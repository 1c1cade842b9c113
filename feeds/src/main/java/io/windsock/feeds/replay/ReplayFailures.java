package io.windsock.feeds.replay;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words the ends of a replay that could not go on: why, how far it got, and what helps. */
final class ReplayFailures {
  private ReplayFailures() {}

  /** An event could not be delivered. */
  static ReplayException undelivered(
      Deliveries.Failure failure, Deliveries deliveries, ReplayProgress progress) {
    String why = "event " + failure.number() + " could not be delivered: " + failure.cause();
    return exception(why, deliveries, progress, failure.cause());
  }

  /** The brokers did not answer within the time that a stop or an end may take. */
  static ReplayException unanswered(
      Duration waited, Deliveries deliveries, ReplayProgress progress) {
    String why = "the brokers have not answered within " + waited.toMillis() + " ms";
    return exception(why, deliveries, progress, null);
  }

  /** The feed itself failed. */
  static ReplayException unreadable(
      IOException cause, Deliveries deliveries, ReplayProgress progress) {
    return exception("the feed can't be read on: " + cause, deliveries, progress, cause);
  }

  private static ReplayException exception(
      String why, Deliveries deliveries, ReplayProgress progress, @Nullable Throwable cause) {
    long through = deliveries.settledThrough();
    StringBuilder message = new StringBuilder(why);
    if (through == 0) {
      message.append(". No event was acknowledged before it.");
    } else {
      Instant newest = Instant.ofEpochMilli(deliveries.settledThroughMs());
      message.append(
          String.format(
              Locale.ROOT,
              ". The first %,d events, up to event time %s, are acknowledged;"
                  + " to go on, replay from there (--from %s).",
              through,
              newest,
              newest));
    }
    long uncertain = progress.sent() - through;
    if (uncertain > 0) {
      message.append(
          String.format(
              Locale.ROOT, " %,d later ones were sent and may or may not be there.", uncertain));
    }
    return new ReplayException(message.toString(), progress, cause);
  }
}
