package io.windsock.site.state;

/** What a site does with state found in its data directory. */
public enum Rebuild {
  /** Uses it. Refuses to start if it is damaged or belongs to something else. */
  NEVER,
  /** Uses it, or deletes it if it is damaged or belongs to something else. */
  IF_UNUSABLE,
  /** Deletes it. */
  ALWAYS
}
