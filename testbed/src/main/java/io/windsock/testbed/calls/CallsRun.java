package io.windsock.testbed.calls;

import io.windsock.client.ClientOptions;
import io.windsock.contracts.config.Failure;
import io.windsock.platform.http.WatchedTime;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.CallsResult.Alone;
import io.windsock.testbed.calls.tally.CallsResult.Generator;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.GatewayCounts;
import io.windsock.testbed.calls.tally.HistogramLog;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.calls.tally.Tally;
import io.windsock.testbed.process.Host;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A load of calls from start to end: the generator's ceiling, the warm-up, the measurement, the
 * result. Owned by the thread that runs it; another one sends the calls.
 */
public final class CallsRun {
  private static final long LOOK_MS = 100;
  private static final long START_NS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A load above this share of the ceiling measures the generator, too. */
  private static final double CEILING_SHARE = 0.5;

  /** The share of the deadline by which calls may be sent late before it is worth a warning. */
  private static final double LATE_SEND_SHARE = 0.2;

  /** The calls that a client may have pending, of those that can be within the deadline. */
  private static final double PENDING_SHARE = 2;

  private static final int MIN_PENDING = 10_000;

  private final CallsOptions options;
  private final Recording recording;
  private final Watch watch;

  /** Observes a load while it runs, and may stop it. Called by the thread that runs the load. */
  public interface Watch {
    /** Something that a user may want to know. */
    void note(String line);

    /** An interval is complete. */
    void interval(IntervalResult interval);

    /** Returns whether to stop. Also called by the thread that sends calls. */
    boolean stopped();
  }

  /** Prepares a load that records nothing else. */
  public CallsRun(CallsOptions options, Watch watch) {
    this(options, Recording.NONE, watch);
  }

  /** Prepares a load. */
  public CallsRun(CallsOptions options, Recording recording, Watch watch) {
    this.options = options;
    this.recording = recording;
    this.watch = watch;
  }

  /**
   * Runs the load.
   *
   * @param version of this program
   * @throws Failure if servers can't be reached at the beginning, or the file for latencies can't
   *     be written
   */
  public CallsResult run(String version) throws InterruptedException {
    BooleanSupplier stopped = watch::stopped;
    try (Requester requester = open(options)) {
      Ceiling.Measured alone =
          options.ceiling()
              ? new Ceiling(options, stopped, watch::note).measure()
              : Ceiling.Measured.NOTHING;
      boolean cut = options.ceiling() && watch.stopped();
      if (cut) { // what it achieved until then says nothing of the most it can
        alone = Ceiling.Measured.NOTHING;
      }
      Instant began = Instant.now().plusNanos(START_NS).plus(options.warmUp());
      Load load = new Load(options, System.nanoTime() + START_NS, recording.histograms() != null);
      List<IntervalResult> intervals = new ArrayList<>();
      try (HistogramLog log = log(began);
          Actions actions = Actions.start(options.actions(), load.startNs())) {
        GatewayCounts gateways = send(load, requester, intervals, log);
        return result(
            load, requester, version, began.toString(), alone, cut, gateways, actions, intervals);
      }
    }
  }

  /**
   * Measures what the generator achieves by itself, at static servers on this machine.
   *
   * @param options a load at as many servers, which are not called
   * @return what it achieves at the highest rate that it keeps; null if it keeps none
   */
  public static @Nullable Alone ceiling(CallsOptions options, Watch watch)
      throws InterruptedException {
    return new Ceiling(options, watch::stopped, watch::note).measure().ceiling();
  }

  /** Opens a requester for the servers of a load. */
  static Requester open(CallsOptions options) throws InterruptedException {
    if (options.http()) {
      return new HttpRequester(options.servers().stream().map(URI::create).toList());
    }
    double within = options.perSecond() * options.deadlineMs() / 1e3;
    int pending = (int) Math.min(ClientOptions.MAX_PENDING, PENDING_SHARE * within);
    return LinkRequester.open(
        ClientOptions.of(options.servers())
            .withCopies(options.copies())
            .withCarryPosition(options.carryPosition())
            .withMaxPending(Math.max(MIN_PENDING, pending)),
        options.linked());
  }

  private @Nullable HistogramLog log(Instant began) {
    Path file = recording.histograms();
    return file == null ? null : HistogramLog.create(file, began.toEpochMilli());
  }

  /** Sends all calls; returns what the gateways counted meanwhile. */
  private @Nullable GatewayCounts send(
      Load load, Requester requester, List<IntervalResult> intervals, @Nullable HistogramLog log)
      throws InterruptedException {
    GatewayWatch gateways = new GatewayWatch(recording.gateways());
    WatchedTime time = new WatchedTime(System::nanoTime, LOOK_MS);
    boolean begun = false;
    ExecutorService pacer =
        Executors.newSingleThreadExecutor(work -> new Thread(work, "calls-pacer"));
    try {
      Future<?> sending = pacer.submit(() -> load.run(requester, watch::stopped));
      while (!isDone(sending)) {
        if (!begun && System.nanoTime() - load.startNs() >= 0) {
          begun = true;
          gateways.begin();
        }
        show(load.tally().complete(System.nanoTime(), time.look()), intervals);
        write(load, log);
      }
      show(load.tally().close(System.nanoTime()), intervals);
      write(load, log);
      return gateways.end();
    } finally {
      pacer.shutdownNow();
    }
  }

  private static void write(Load load, @Nullable HistogramLog log) {
    if (log != null) {
      load.tally().takeHistograms().forEach(log::write);
    }
  }

  private static boolean isDone(Future<?> sending) throws InterruptedException {
    try {
      sending.get(LOOK_MS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new Failure("the load failed: " + e.getCause(), e);
    }
  }

  private void show(List<IntervalResult> more, List<IntervalResult> intervals) {
    intervals.addAll(more);
    more.forEach(watch::interval);
  }

  private CallsResult result(
      Load load,
      Requester requester,
      String version,
      String began,
      Ceiling.Measured alone,
      boolean cut,
      @Nullable GatewayCounts gateways,
      Actions actions,
      List<IntervalResult> intervals) {
    Tally tally = load.tally();
    Counts total = tally.total();
    Generator generator =
        new Generator(load.cpuUsPerCall(), tally.latestSendMs(), requester.redundant());
    return new CallsResult(
        Host.current(),
        version,
        began,
        described(),
        alone.ceiling(),
        alone.baseline(),
        warnings(alone.ceiling(), cut, total, generator),
        load.seconds(),
        total,
        total.inTimeShare(),
        tally.latency(),
        generator,
        gateways,
        actions.reports(),
        intervals);
  }

  private CallsResult.Load described() {
    return new CallsResult.Load(
        options.servers(),
        options.http() ? "HTTP" : "links, " + options.copies() + " copies",
        options.perSecond(),
        options.arrivals().toString(),
        options.seed(),
        options.deadlineMs(),
        options.keys().description(),
        options.viewShare());
  }

  /** Returns warnings; {@code cut} is whether the ceiling was not measured to the end. */
  private List<String> warnings(
      @Nullable Alone ceiling, boolean cut, Counts total, Generator generator) {
    List<String> warnings = new ArrayList<>();
    if (ceiling != null && options.perSecond() > CEILING_SHARE * ceiling.perSecond()) {
      warnings.add(
          form(
              "the load, %,.0f/s, is above half of the generator's own ceiling, %,.0f/s: use"
                  + " several generators, or a machine of their own",
              options.perSecond(), ceiling.perSecond()));
    }
    if (options.ceiling() && ceiling == null && !cut) {
      warnings.add("the generator kept no rate at a static server: this machine is too busy");
    }
    if (generator.latestSendMs() > LATE_SEND_SHARE * options.deadlineMs()) {
      warnings.add(
          form(
              "the generator sent calls up to %.1f ms late, which latencies include",
              generator.latestSendMs()));
    }
    if (total.duplicates() > 0 || total.lost() > 0) {
      warnings.add(
          form(
              "%d calls had more than one outcome, %d had none: a fault of the client",
              total.duplicates(), total.lost()));
    }
    return warnings;
  }

  private static String form(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
