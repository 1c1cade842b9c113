package io.windsock.site.progress;

/**
 * Progress of a site's apply loop. Immutable; the apply thread publishes it a few times a second.
 *
 * @param phase the site's phase
 * @param detail the progress in words, or why the site stopped
 * @param ready log offsets not yet applied, by partition
 * @param applied event records applied since the start
 * @param eventsPerSecond events applied a second, over the last seconds
 */
public record Progress(
    SitePhase phase, String detail, ReadyQueue ready, long applied, double eventsPerSecond) {
  /** The number of log offsets not yet applied. */
  public long lag() {
    return ready.offsets();
  }
}
