package io.windsock.link.pipeline;

import java.util.Locale;

/** The pipelines of section 3.3 of the paper. From the simplest to the one with most threads. */
public enum PipelineKind {
  /** The next batch begins when the reply to the last one has arrived. */
  SERIAL(1, false),
  /** The primary site works on a batch while the backup site does on the one before. */
  TWO_STAGE(1, false),
  /** Each site has two stages, with a thread each. */
  FINE_GRAINED(2, false),
  /** Each site works on the parts of a batch on several threads. */
  MULTI_THREADED(1, true),
  /** Two stages at each site, and several threads for the parts of a batch in each. */
  HYBRID(2, true);

  private final int depth;
  private final boolean wide;

  PipelineKind(int depth, boolean wide) {
    this.depth = depth;
    this.wide = wide;
  }

  /** Returns how many stages a site has. */
  public int depth() {
    return depth;
  }

  /** Returns whether several threads work on one batch. */
  public boolean wide() {
    return wide;
  }

  /** Returns the name as options have it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
