package io.windsock.site.join;

/** From what a site starts if the log has all that it needs. */
public enum JoinFrom {
  /** From its own state, and then the log. */
  LOG(0),
  /** From another site's snapshot if one is ahead of its own state. */
  SNAPSHOT(0),
  /**
   * From another site's snapshot if one is ahead of its own state by more records than a site reads
   * in the time that a join and a start take.
   */
  AUTO(100_000);

  private final long lead;

  JoinFrom(long lead) {
    this.lead = lead;
  }

  /**
   * More than so many records, over all partitions, a snapshot must be ahead of the site's own
   * state. Without meaning for {@link #LOG}.
   */
  long lead() {
    return lead;
  }
}
