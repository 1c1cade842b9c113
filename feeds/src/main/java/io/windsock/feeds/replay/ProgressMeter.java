package io.windsock.feeds.replay;

import io.windsock.feeds.replay.time.ReplayClock;
import io.windsock.feeds.replay.time.Speed;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Measures a replay. Updated without locks by the replaying thread; read by any thread. */
final class ProgressMeter {
  private static final long NS_PER_MS = 1_000_000;
  private static final double NS_PER_SECOND = 1e9;
  private static final long WINDOW_NS = 5_000 * NS_PER_MS;
  private static final long SAMPLE_NS = 200 * NS_PER_MS;
  private static final double UNKNOWN = -1;

  /** The counts at one time. */
  private record Sample(long ns, long sent, long timelineMs, double done) {}

  private final ReplayClock clock;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong excluded = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong eventTimeMs = new AtomicLong(ReplayProgress.NONE);
  private final AtomicLong recordedMs = new AtomicLong(ReplayProgress.NONE);
  private final AtomicLong timelineMs = new AtomicLong(ReplayProgress.NONE);
  private final AtomicLong latenessMs = new AtomicLong();
  private final AtomicLong worstLatenessMs = new AtomicLong();
  private volatile double done = UNKNOWN;
  private volatile int loop = 1;

  // Guarded by this.
  private final ArrayDeque<Sample> samples = new ArrayDeque<>();
  private @Nullable Sample first;
  private @Nullable Sample last;

  ProgressMeter(ReplayClock clock) {
    this.clock = clock;
  }

  /** Called before an event is sent; the first call starts the rates. */
  void beginOnce(long firstTimelineMs) {
    if (timelineMs.getPlain() == ReplayProgress.NONE) {
      begin(firstTimelineMs);
    }
  }

  private synchronized void begin(long firstTimelineMs) {
    timelineMs.set(firstTimelineMs);
    first = new Sample(clock.nanoTime(), 0, firstTimelineMs, 0);
    samples.add(first);
  }

  /** Called when the last event is settled. */
  synchronized void end() {
    last = sample();
  }

  private Sample sample() {
    return new Sample(clock.nanoTime(), sent.get(), timelineMs.get(), done);
  }

  void sent(long size, long recorded, long timeline, long shiftMs, long lateMs) {
    sent.lazySet(sent.getPlain() + 1);
    bytes.lazySet(bytes.getPlain() + size);
    latenessMs.lazySet(lateMs);
    if (lateMs > worstLatenessMs.getPlain()) {
      worstLatenessMs.lazySet(lateMs);
    }
    if (timeline >= timelineMs.getPlain()) {
      timelineMs.lazySet(timeline);
      recordedMs.lazySet(recorded);
      eventTimeMs.lazySet(recorded + shiftMs);
    }
  }

  void excluded() {
    excluded.lazySet(excluded.getPlain() + 1);
  }

  void fault() {
    faults.lazySet(faults.getPlain() + 1);
  }

  void loop(int number) {
    loop = number;
  }

  /** Sets the fraction of the whole replay that has been sent; negative: unknown. */
  void done(double share) {
    done = share;
  }

  double done() {
    return done;
  }

  /** Resets the lateness after a change of speed. */
  void speedChanged() {
    worstLatenessMs.set(0);
  }

  long sent() {
    return sent.get();
  }

  /**
   * Returns the progress, with the rates of the last seconds, or those of the whole replay once it
   * has ended.
   */
  synchronized ReplayProgress progress(
      ReplayProgress.State state, Speed asked, Deliveries deliveries) {
    Sample now = last == null ? sample() : last;
    Sample known = last == null ? window(now) : first;
    Sample base = known == null ? now : known;
    double ns = now.ns() - base.ns();
    boolean moved = ns > 0;
    double doneInWindow = moved ? now.done() - base.done() : 0;
    return new ReplayProgress(
        state,
        now.sent(),
        deliveries.acked(),
        deliveries.settledThrough(),
        faults.get(),
        excluded.get(),
        bytes.get(),
        eventTimeMs.get(),
        recordedMs.get(),
        deliveries.settledThroughMs(),
        asked,
        moved ? (now.timelineMs() - base.timelineMs()) * NS_PER_MS / ns : 0,
        moved ? (now.sent() - base.sent()) * NS_PER_SECOND / ns : 0,
        latenessMs.get(),
        worstLatenessMs.get(),
        loop,
        now.done(),
        now.done() < 0 || doneInWindow <= 0
            ? ReplayProgress.NONE
            : (long) ((1 - now.done()) / doneInWindow * ns / NS_PER_MS));
  }

  /** Returns the sample that starts the window for the rates; null before the start. */
  private @Nullable Sample window(Sample now) {
    Sample newest = samples.peekLast();
    if (newest != null && now.ns() - newest.ns() >= SAMPLE_NS) {
      samples.add(now);
    }
    while (samples.size() > 2 && now.ns() - samples.getFirst().ns() > WINDOW_NS) {
      samples.removeFirst();
    }
    return samples.peekFirst();
  }
}
