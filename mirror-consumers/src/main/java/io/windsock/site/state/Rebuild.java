package io.windsock.site.state;

/** What a site does with the state that it finds in its data directory. */
public enum Rebuild {
  /** Goes on from it; refuses to start if it is damaged or belongs to something else. */
  NEVER,
  /** Goes on from it, or throws it away if it is damaged or belongs to something else. */
  IF_UNUSABLE,
  /** Throws it away. */
  ALWAYS
}
