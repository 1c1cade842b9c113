package io.windsock.feeds.replay;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Thrown when a replay can't continue. The message gives the reason, the progress and a remedy. */
public final class ReplayException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final transient ReplayProgress progress;

  private ReplayException(String message, ReplayProgress progress, @Nullable Throwable cause) {
    super(message, cause);
    this.progress = progress;
  }

  /** Returns the progress at the failure. */
  public ReplayProgress progress() {
    return progress;
  }

  /** An event could not be delivered. */
  static ReplayException undelivered(
      Deliveries.Failure failure, long skipped, Deliveries deliveries, ReplayProgress progress) {
    String why = "event " + failure.number() + " could not be delivered: " + failure.cause();
    return exception(why, skipped, deliveries, progress, failure.cause());
  }

  /** The brokers did not answer within the time allowed for a stop or an end. */
  static ReplayException unanswered(
      Duration waited, long skipped, Deliveries deliveries, ReplayProgress progress) {
    String why = "the brokers have not answered within " + waited.toMillis() + " ms";
    return exception(why, skipped, deliveries, progress, null);
  }

  /** The feed itself failed. */
  static ReplayException unreadable(
      IOException cause, long skipped, Deliveries deliveries, ReplayProgress progress) {
    return exception(
        "the feed can't be read further: " + cause, skipped, deliveries, progress, cause);
  }

  private static ReplayException exception(
      String why,
      long skipped,
      Deliveries deliveries,
      ReplayProgress progress,
      @Nullable Throwable cause) {
    String message = why + ". " + acknowledged(skipped, deliveries) + uncertain(deliveries);
    return new ReplayException(message, progress, cause);
  }

  private static String acknowledged(long skipped, Deliveries deliveries) {
    long acked = deliveries.acked();
    long through = deliveries.settledThrough();
    if (acked == 0) {
      return "No event was acknowledged.";
    }
    if (through == 0) {
      return String.format(
          Locale.ROOT,
          "%,d events are acknowledged, but not the first one; to continue, %s.",
          acked,
          remedy(skipped));
    }
    return String.format(
        Locale.ROOT,
        "%,d events are acknowledged, among them all of the first %,d, up to event time %s;"
            + " to continue, %s.",
        acked,
        through,
        Instant.ofEpochMilli(deliveries.settledThroughMs()),
        remedy(skipped + through));
  }

  /** An event time does not say where to continue: late events with earlier times may follow. */
  private static String remedy(long settled) {
    return settled == 0
        ? "replay from the start"
        : "replay with the same options and --skip " + settled;
  }

  private static String uncertain(Deliveries deliveries) {
    long open = deliveries.unsettled();
    return open == 0
        ? ""
        : String.format(
            Locale.ROOT, " %,d others were sent and may or may not have been stored.", open);
  }
}
