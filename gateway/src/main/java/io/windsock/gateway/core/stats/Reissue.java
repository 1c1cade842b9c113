package io.windsock.gateway.core.stats;

/** Why a call is sent to a site after it was sent to another, or by another gateway. */
public enum Reissue {
  /** It took longer than most calls, and the budget allowed it. */
  EARLY,
  /** Half of its deadline passed. */
  HALF,
  /** Its site or its primary gateway was excluded. */
  EXCLUSION,
  /** Its site answered that it is behind, busy, late or at fault. */
  REFUSAL
}
