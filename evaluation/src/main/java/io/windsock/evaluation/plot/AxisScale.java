package io.windsock.evaluation.plot;

/** The scale of the x axis. */
public enum AxisScale {
  /** Equal distances for equal differences. */
  LINEAR,
  /** Equal distances for equal ratios; every x is above 0. */
  LOG
}
