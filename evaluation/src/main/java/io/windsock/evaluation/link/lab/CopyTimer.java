package io.windsock.evaluation.link.lab;

import io.windsock.evaluation.link.lab.CopyRate.Moment;
import java.util.concurrent.TimeUnit;

/**
 * Measures a copier from when a part of the backlog is at the target until all of it is. What comes
 * before, its start and the work of the JIT compilers, does not count; except for a backlog so
 * small that most of it arrives at once.
 */
public final class CopyTimer {
  /** If more of what counts than this is there at the first look, the whole copy counts. */
  private static final double AT_ONCE = 0.4;

  private static final long LOOK_MS = 50;
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(180);

  private final Sites sites;
  private final double warmUp;

  /**
   * Creates a timer of copiers between these sites.
   *
   * @param warmUp the part of the backlog that does not count
   */
  public CopyTimer(Sites sites, double warmUp) {
    this.sites = sites;
    this.warmUp = warmUp;
  }

  /**
   * Waits until the copier, which has just been started, has copied the backlog.
   *
   * @throws IllegalStateException if it has not within three minutes
   */
  public CopyRate measure(Copier copier, Backlog backlog) throws InterruptedException {
    Moment start = now(copier, 0);
    Moment begin = await(copier, Math.round(warmUp * backlog.records()));
    Moment end = await(copier, backlog.records());
    if (begin.records() > (warmUp + AT_ONCE * (1 - warmUp)) * backlog.records()) {
      begin = start;
    }
    return CopyRate.between(begin, end, backlog.megabytes() / backlog.records());
  }

  private Moment await(Copier copier, long records) throws InterruptedException {
    long beginNs = System.nanoTime();
    long copied = copier.copied();
    while (copied < records) {
      if (System.nanoTime() - beginNs > PATIENCE_NS) {
        throw new IllegalStateException(
            "%,d of %,d records were copied within %d s"
                .formatted(copied, records, TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NS)));
      }
      Thread.sleep(LOOK_MS);
      copied = copier.copied();
    }
    return now(copier, copied);
  }

  private Moment now(Copier copier, long copied) {
    return new Moment(System.nanoTime(), copied, copier.cpuUs(), sites.cpuUs());
  }
}
