package io.windsock.testbed.calls;

import io.windsock.testbed.calls.tally.CallsResult.CeilingResult;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.Tally;
import io.windsock.testbed.process.ChildProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures what the generator achieves by itself: the same load, at rising rates, at {@link
 * StaticServer}s in another process of this machine, with which it shares the processors.
 */
final class Ceiling {
  private static final double FIRST_RATE = 10_000;
  private static final double STEP = 2;
  private static final Duration EACH = Duration.ofSeconds(1);
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final Duration SETTLE = Duration.ofMillis(300);

  /** The share of calls that must be in time for a rate to count as kept. */
  private static final double KEPT = 0.999;

  private static final int ATTEMPTS = 2;
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx256m");

  private final CallsOptions options;
  private final BooleanSupplier stopped;
  private final Consumer<String> notes;

  Ceiling(CallsOptions options, BooleanSupplier stopped, Consumer<String> notes) {
    this.options = options;
    this.stopped = stopped;
    this.notes = notes;
  }

  /** Returns the ceiling; null if it was stopped before a rate was kept. */
  @Nullable CeilingResult measure() throws InterruptedException {
    String transport = options.http() ? "http" : "links";
    List<String> args = List.of(transport, Integer.toString(options.servers().size()));
    try (ChildProcess server = ChildProcess.start(StaticServer.class, JVM, args)) {
      List<String> urls = List.of(server.await("ready").split(" "));
      try (Requester requester = CallsRun.open(options.against(urls, 1, EACH, SETTLE))) {
        var unused = attempt(requester, server, urls, FIRST_RATE, WARM_UP);
        return climb(requester, server, urls);
      }
    }
  }

  private @Nullable CeilingResult climb(
      Requester requester, ChildProcess server, List<String> urls) {
    CeilingResult best = null;
    double rate = FIRST_RATE;
    for (; rate <= CallsOptions.MAX_RATE && !stopped.getAsBoolean(); rate *= STEP) {
      CeilingResult kept = kept(requester, server, urls, rate);
      if (kept == null) {
        break;
      }
      best = kept;
    }
    CeilingResult between = kept(requester, server, urls, rate / Math.sqrt(STEP));
    return between == null ? best : between;
  }

  private @Nullable CeilingResult kept(
      Requester requester, ChildProcess server, List<String> urls, double rate) {
    for (int i = 0; i < ATTEMPTS && !stopped.getAsBoolean(); i++) {
      CeilingResult result = attempt(requester, server, urls, rate, SETTLE);
      if (result != null) {
        return result;
      }
    }
    return null;
  }

  /** Returns what came of a rate; null if not enough calls were in time. */
  private @Nullable CeilingResult attempt(
      Requester requester, ChildProcess server, List<String> urls, double rate, Duration warm) {
    double tried = Math.min(rate, CallsOptions.MAX_RATE);
    Load load = new Load(options.against(urls, tried, EACH, warm), System.nanoTime());
    long serverUs = server.cpuUs();
    load.run(requester, stopped);
    Tally tally = load.tally();
    tally.close(System.nanoTime());
    Counts total = tally.total();
    notes.accept(
        String.format(
            Locale.ROOT,
            "own ceiling: %,.0f calls/s at a static server, %.2f %% in time",
            tried,
            total.inTimeShare() * 100));
    if (total.due() == 0 || total.inTimeShare() < KEPT) {
      return null;
    }
    double sent = total.due() * (1 + (double) warm.toNanos() / EACH.toNanos());
    return new CeilingResult(
        tried,
        load.cpuUsPerCall(),
        (server.cpuUs() - serverUs) / sent,
        tally.latency().p99Ms());
  }
}
