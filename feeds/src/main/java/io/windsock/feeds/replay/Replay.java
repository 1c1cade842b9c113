package io.windsock.feeds.replay;

import io.windsock.contracts.schema.UndecodableException;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.replay.ReplayProgress.State;
import io.windsock.feeds.replay.time.EventShift;
import io.windsock.feeds.replay.time.Pacer;
import io.windsock.feeds.replay.time.ReplayClock;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.feeds.replay.time.TimeShift;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replays a feed into the source topics, with the recording's timing at the chosen speed. No event
 * is sent before its time; each is sent exactly once, and the events of a key stay in the feed's
 * order.
 *
 * <p>One thread calls {@link #run}, which returns when the feed has ended, was stopped or can't
 * continue. Any thread may call all other methods at any time.
 *
 * <pre>
 *  STARTING ──▶ RUNNING ◀──▶ PAUSED
 *     │            │            │
 *     └────────────┴────────────┴──▶ ENDED | STOPPED | FAILED
 * </pre>
 */
public final class Replay {
  private static final int MAX_IN_FLIGHT = 65_536;
  private static final long MAX_BYTES_IN_FLIGHT = 32L * 1024 * 1024;
  private static final int ASK_DONE_EVERY = 1_024;

  /** The time that a stopped replay waits for acknowledgements of the events sent. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /** The time that the producer may take beyond its delivery timeout. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final FeedSource source;
  private final ReplayOptions options;
  private final ReplayListener listener;
  private final EventSender sender;
  private final ReplayClock clock;
  private final Selection selection;
  private final EventShift eventShift;
  private final TimeShift timeShift;
  private final Pacer pacer;
  private final Deliveries deliveries;
  private final ProgressMeter meter;
  private final StreamCounts streams;
  private long toSkip;
  private volatile State state = State.STARTING;

  /**
   * Creates a replay without starting it.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if the options name a type that no
   *     source topic carries
   */
  public Replay(
      ReplayTarget target, FeedSource source, ReplayOptions options, ReplayListener listener) {
    this(
        target,
        source,
        options,
        listener,
        new KafkaSender(target.bootstrapServers(), options, listener),
        ReplayClock.SYSTEM);
  }

  Replay(
      ReplayTarget target,
      FeedSource source,
      ReplayOptions options,
      ReplayListener listener,
      EventSender sender,
      ReplayClock clock) {
    this.source = source;
    this.options = options;
    this.listener = listener;
    this.sender = sender;
    this.clock = clock;
    selection = new Selection(options, target.catalogue(), target.topics());
    eventShift = new EventShift(target.catalogue());
    timeShift = new TimeShift(options.rebase(), options.notBefore(), options.leadMs());
    pacer = new Pacer(clock, options.speed());
    deliveries = new Deliveries(MAX_IN_FLIGHT, MAX_BYTES_IN_FLIGHT, pacer::release);
    meter = new ProgressMeter(clock);
    streams = new StreamCounts(target.catalogue());
    toSkip = options.skip();
  }

  /**
   * Returns the event time from the first event that {@code options} select in a feed to the
   * latest; zero if they select fewer than two.
   *
   * @throws IOException if the feed can't be read
   */
  public static Duration length(ReplayTarget target, FeedSource source, ReplayOptions options)
      throws IOException {
    Selection selection = new Selection(options, target.catalogue(), target.topics());
    long firstMs = 0;
    long lastMs = 0;
    boolean any = false;
    try (FeedReader feed = source.open()) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        if (selection.topic(event) == null) {
          continue;
        }
        if (!any) {
          firstMs = event.eventTimeMs();
          lastMs = firstMs;
          any = true;
        }
        lastMs = Math.max(lastMs, event.eventTimeMs());
      }
    }
    return Duration.ofMillis(lastMs - firstMs);
  }

  /**
   * Replays on the calling thread.
   *
   * @return the final progress, {@link State#ENDED} or {@link State#STOPPED}, with every event sent
   *     acknowledged or reported as a fault
   * @throws io.windsock.contracts.config.ConfigurationException at the start, if no broker answers
   *     in time or a topic is missing
   * @throws ReplayException if the feed can't be read further, or an event can't be delivered
   * @throws InterruptedException if the thread is interrupted; unacknowledged events are abandoned
   */
  public ReplayProgress run() throws ReplayException, InterruptedException {
    boolean finished = false;
    try (sender) {
      sender.open(selection.topics());
      state = State.RUNNING;
      sendAll();
      settle();
      finished = true;
    } finally {
      meter.end();
      state = finished ? (pacer.stopped() ? State.STOPPED : State.ENDED) : State.FAILED;
    }
    return progress();
  }

  private void sendAll() throws ReplayException, InterruptedException {
    boolean more = true;
    for (int loop = 1; more && continues(loop); loop++) {
      meter.loop(loop);
      try (FeedReader feed = source.open()) {
        more = sendLoop(feed, loop) > 0;
      } catch (IOException e) {
        deliveries.awaitSettled(STOP_TIMEOUT, true);
        reportRefusals();
        throw ReplayException.unreadable(e, options.skip(), deliveries, snapshot(State.FAILED));
      }
      timeShift.loop();
    }
  }

  private boolean continues(int loop) {
    boolean wanted = options.loops() == ReplayOptions.ENDLESS || loop <= options.loops();
    return wanted && !pacer.stopped() && deliveries.failure() == null;
  }

  /**
   * Sends the feed once and returns the number of events sent or skipped; a feed without events is
   * not looped.
   */
  private long sendLoop(FeedReader feed, int loop) throws IOException, InterruptedException {
    long before = meter.sent() - toSkip;
    long read = 0;
    FeedEvent event = feed.next();
    while (event != null && !pacer.stopped()) {
      String topic = selection.topic(event);
      if (topic == null) {
        meter.excluded();
      } else if (toSkip > 0) {
        skip(event);
      } else if (!send(event, topic)) {
        return 0;
      }
      if (++read % ASK_DONE_EVERY == 0) {
        meter.done(done(feed, loop));
      }
      event = feed.next();
    }
    meter.done(event == null ? done(feed, loop) : meter.done());
    return meter.sent() - toSkip - before;
  }

  /** The loops follow one another as if the event had been sent. */
  private void skip(FeedEvent event) {
    toSkip--;
    meter.excluded();
    timeShift.timelineMs(event.eventTimeMs());
  }

  private double done(FeedReader feed, int loop) {
    double inLoop = feed.stats().progress();
    boolean known = inLoop >= 0 && options.loops() != ReplayOptions.ENDLESS;
    return known ? (loop - 1 + inLoop) / options.loops() : -1;
  }

  /** Sends one event when it is due; returns false if the replay was stopped or has failed. */
  private boolean send(FeedEvent event, String topic) throws InterruptedException {
    long recordedMs = event.eventTimeMs();
    long timelineMs = timeShift.timelineMs(recordedMs);
    meter.beginOnce(timelineMs);
    long lateMs = pacer.await(timelineMs);
    if (lateMs == Pacer.RELEASED) {
      return false;
    }
    byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
    int size = key.length + event.value().length;
    long number = deliveries.begin(recordedMs, size);
    if (number == 0) {
      return false;
    }
    long shiftMs = timeShift.shiftMs(recordedMs, clock);
    byte[] value = shifted(event, number, size, shiftMs);
    if (value != null) {
      meter.sent(size, recordedMs, timelineMs, shiftMs, lateMs);
      streams.sent(event.type());
      sender.send(topic, key, value, new Deliveries.Delivery(deliveries, number, event, size));
    }
    reportRefusals();
    return true;
  }

  private byte @Nullable [] shifted(FeedEvent event, long number, int size, long shiftMs) {
    try {
      return eventShift.shift(event.value(), shiftMs);
    } catch (UndecodableException e) {
      String reason = "its times can't be shifted: " + e.getMessage();
      deliveries.refuse(ReplayFault.of(number, event, reason), size);
      return null;
    }
  }

  private void reportRefusals() {
    ReplayFault refused = deliveries.nextRefusal();
    while (refused != null) {
      meter.fault();
      listener.fault(refused);
      refused = deliveries.nextRefusal();
    }
  }

  /** Waits for the brokers' responses to all events sent. */
  private void settle() throws ReplayException, InterruptedException {
    boolean settled = deliveries.awaitSettled(options.deliveryTimeout().plus(GRACE), false);
    if (!settled && pacer.stopped()) {
      settled = deliveries.awaitSettled(STOP_TIMEOUT, true);
    }
    reportRefusals();
    Deliveries.Failure failure = deliveries.failure();
    if (failure != null) {
      throw ReplayException.undelivered(
          failure, options.skip(), deliveries, snapshot(State.FAILED));
    }
    if (!settled) {
      throw ReplayException.unanswered(
          STOP_TIMEOUT, options.skip(), deliveries, snapshot(State.FAILED));
    }
  }

  /** Stops sending until {@link #resume}. Events in flight are still delivered. */
  public void pause() {
    pacer.pause();
  }

  /** Continues after a pause. */
  public void resume() {
    pacer.resume();
  }

  /** Continues from the current position at another speed. */
  public void setSpeed(Speed speed) {
    pacer.setSpeed(speed);
    meter.speedChanged();
  }

  /** Increases the speed by one step. */
  public void faster() {
    setSpeed(pacer.speed().faster());
  }

  /** Decreases the speed by one step. */
  public void slower() {
    setSpeed(pacer.speed().slower());
  }

  /** Ends the replay after the current event; {@link #run} returns when all events are settled. */
  public void stop() {
    pacer.stop();
    deliveries.interrupt();
  }

  /** Returns the events passed to the producer, for every stream of the catalogue. */
  public Map<String, Long> sentByStream() {
    return streams.all();
  }

  /** Returns the current progress. */
  public ReplayProgress progress() {
    State now = state;
    return snapshot(now == State.RUNNING && pacer.paused() ? State.PAUSED : now);
  }

  private ReplayProgress snapshot(State shown) {
    return meter.progress(shown, pacer.speed(), deliveries);
  }
}
