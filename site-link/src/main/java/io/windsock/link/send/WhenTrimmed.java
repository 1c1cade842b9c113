package io.windsock.link.send;

/** What a link does when the source no longer has what it needs next. */
public enum WhenTrimmed {
  /** It stops, and leaves the target as it is. */
  STOP,
  /**
   * The copied topics are deleted at the target and created again, and everything is copied that
   * the source still has.
   */
  COPY_ANEW
}
