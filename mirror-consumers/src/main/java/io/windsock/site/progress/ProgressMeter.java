package io.windsock.site.progress;

import io.windsock.platform.kafka.EndWatch;
import io.windsock.platform.kafka.LogReader;
import io.windsock.platform.time.Clocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how far a site has applied the log, and describes it in words. Logs it every few seconds
 * until the site has caught up. Owned by the apply thread.
 */
public final class ProgressMeter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressMeter.class);
  private static final long RATE_EVERY_MS = 1000;
  private static final long LOG_EVERY_MS = 5000;

  private final String site;
  private final long readyLag;
  private final Clocks clock;
  private final LogEnds ends;
  private final CatchUp catchUp;
  private final Contact contact;
  private final RateMeter rate = new RateMeter();
  private double eventsPerSecond;
  private long nextRateMs;
  private long nextLogMs;

  /**
   * Creates it.
   *
   * @param leaders asks for the log's end; closed with the meter
   * @param readyLag the most offsets behind the log's end at which the site counts as caught up
   */
  public ProgressMeter(
      String site, LogReader reader, EndWatch leaders, long readyLag, Clocks clock) {
    this.site = site;
    this.readyLag = readyLag;
    this.clock = clock;
    ends = new LogEnds(reader, leaders, clock);
    contact = new Contact(site, reader.partitions().get(0).topic());
    long nowMs = clock.monotonicMs();
    catchUp = new CatchUp(nowMs);
    nextRateMs = nowMs;
    nextLogMs = nowMs + LOG_EVERY_MS;
  }

  /** Discards what is known of the log's end: the apply thread continues after a stall. */
  public void resumed(Stall stall) {
    ends.lose();
    contact.resumed(stall, clock);
  }

  /**
   * Measures the progress. Returns the successor of {@code before}, which must be that of a site
   * that applies the log.
   *
   * @param applied event records applied since the start
   * @param nowMs monotonic ms
   */
  public Progress measure(Progress before, long applied, long nowMs) {
    if (nowMs >= nextRateMs) {
      nextRateMs = nowMs + RATE_EVERY_MS;
      eventsPerSecond = rate.read(applied, nowMs);
    }
    ReadyQueue ready = ends.measure(before.ready());
    boolean cutOff = contact.update(ready, ends.silent(), clock);
    boolean live = before.phase() == SitePhase.LIVE;
    if (!live && ready.offsets() <= readyLag && !cutOff) {
      live = true;
      LOG.info("{}: caught up, {}", site, catchingUp(ready, nowMs));
    }
    String detail = live ? "follows the log" : catchingUp(ready, nowMs);
    if (cutOff) {
      detail = contact.describe(ready, ends.silent(), clock);
    }
    if (!live && nowMs >= nextLogMs) {
      nextLogMs = nowMs + LOG_EVERY_MS;
      LOG.info("{}: catching up, {}", site, detail);
    }
    SitePhase phase = live ? SitePhase.LIVE : SitePhase.CATCHING_UP;
    return new Progress(phase, detail, ready, applied, eventsPerSecond);
  }

  private String catchingUp(ReadyQueue ready, long nowMs) {
    return catchUp.describe(ready.offsets(), eventsPerSecond, nowMs);
  }

  @Override
  public void close() {
    ends.close();
  }
}
