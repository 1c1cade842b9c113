package io.windsock.evaluation.plot;

/** The origin of a curve, which decides how it is drawn. */
public enum Kind {
  /** Measured with Windsock: a solid coloured line with error bars. */
  OURS,
  /** Read from a paper: a dashed grey line without error bars. */
  PAPER
}
