package io.windsock.testbed.calls;

import io.windsock.testbed.calls.tally.CallsResult.Alone;
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
 * Measures what the generator achieves by itself: the same load, at rising rates and at its own, at
 * {@link StaticServer}s in another process of this machine, with which it shares the processors.
 */
final class Ceiling {
  private static final double FIRST_RATE = 10_000;
  private static final double FIRST_HTTP_RATE = 1_000;
  private static final double MAX_RATE = 640_000;
  private static final double STEP = 2;
  private static final Duration EACH = Duration.ofSeconds(1);
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final Duration SETTLE = Duration.ofMillis(300);

  private static final int MAX_DEADLINE_MS = 100;

  /** The share of calls that must be in time for a rate to count as kept. */
  private static final double KEPT = 0.999;

  private static final int ATTEMPTS = 3;
  private static final int MAX_CLIMBS = 5;
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx256m");

  private final CallsOptions options;
  private final BooleanSupplier stopped;
  private final Consumer<String> notes;

  Ceiling(CallsOptions options, BooleanSupplier stopped, Consumer<String> notes) {
    this.options = options;
    this.stopped = stopped;
    this.notes = notes;
  }

  /**
   * What was measured.
   *
   * @param ceiling at the highest rate that was kept; null if none was
   * @param baseline at the rate of the load; null if it was not kept
   */
  record Measured(@Nullable Alone ceiling, @Nullable Alone baseline) {
    /** Neither was measured. */
    static final Measured NOTHING = new Measured(null, null);
  }

  /** Measures ceiling and baseline. */
  Measured measure() throws InterruptedException {
    String transport = options.http() ? "http" : "links";
    List<String> args = List.of(transport, Integer.toString(options.servers().size()));
    try (ChildProcess server = ChildProcess.start(StaticServer.class, JVM, args)) {
      List<String> urls = List.of(server.await("ready").split(" "));
      try (Requester requester = CallsRun.open(load(urls, MAX_RATE, SETTLE))) {
        Bench bench = new Bench(requester, server, urls);
        var unused = attempt(bench, firstRate(), WARM_UP);
        Alone ceiling = highest(bench);
        boolean within = ceiling != null && options.perSecond() <= ceiling.perSecond();
        return new Measured(ceiling, within ? kept(bench, options.perSecond()) : null);
      }
    }
  }

  /** The generator's end and the static server. */
  private record Bench(Requester requester, ChildProcess server, List<String> urls) {}

  private double firstRate() {
    return options.http() ? FIRST_HTTP_RATE : FIRST_RATE;
  }

  /** Climbs again until that gets no higher: the trials themselves warm both ends up. */
  private @Nullable Alone highest(Bench bench) {
    Alone best = climb(bench, firstRate());
    for (int i = 1; i < MAX_CLIMBS && best != null; i++) {
      Alone again = climb(bench, best.perSecond());
      if (again == null || again.perSecond() <= best.perSecond()) {
        break;
      }
      best = again;
    }
    return best;
  }

  private @Nullable Alone climb(Bench bench, double first) {
    Alone best = null;
    double rate = first;
    for (; rate <= MAX_RATE && !stopped.getAsBoolean(); rate *= STEP) {
      Alone kept = kept(bench, rate);
      if (kept == null) {
        break;
      }
      best = kept;
    }
    Alone between = kept(bench, rate / Math.sqrt(STEP));
    return between == null ? best : between;
  }

  private @Nullable Alone kept(Bench bench, double rate) {
    for (int i = 0; i < ATTEMPTS && !stopped.getAsBoolean(); i++) {
      Alone result = attempt(bench, rate, SETTLE);
      if (result != null) {
        return result;
      }
    }
    return null;
  }

  private CallsOptions load(List<String> urls, double rate, Duration warm) {
    return options.against(urls, rate, EACH, warm, MAX_DEADLINE_MS);
  }

  /** Returns what came of a rate; null if not enough calls were in time. */
  private @Nullable Alone attempt(Bench bench, double rate, Duration warm) {
    Load load = new Load(load(bench.urls(), rate, warm), System.nanoTime(), false);
    long serverUs = bench.server().cpuUs();
    load.run(bench.requester(), stopped);
    Tally tally = load.tally();
    tally.close(System.nanoTime());
    Counts total = tally.total();
    notes.accept(
        String.format(
            Locale.ROOT,
            "at a static server: %,.0f calls/s, %.2f %% in time",
            rate,
            total.inTimeShare() * 100));
    if (total.due() == 0 || total.inTimeShare() < KEPT) {
      return null;
    }
    double sent = total.due() * (1 + (double) warm.toNanos() / EACH.toNanos());
    return new Alone(
        rate,
        load.cpuUsPerCall(),
        (bench.server().cpuUs() - serverUs) / sent,
        tally.latency().p50Ms(),
        tally.latency().p99Ms());
  }
}
