package io.windsock.site.progress;

/**
 * How far a site's apply loop is. Immutable; published by the apply thread a few times a second.
 *
 * @param phase where the site is in its life
 * @param detail in words: how far, or why it stopped
 * @param ready log offsets not yet applied, by partition
 * @param applied event records applied since the start
 * @param eventsPerSecond events applied a second, over the last seconds
 */
public record Progress(
    SitePhase phase, String detail, ReadyQueue ready, long applied, double eventsPerSecond) {
  /** Log offsets not yet applied. */
  public long lag() {
    return ready.offsets();
  }
}
