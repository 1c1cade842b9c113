package io.windsock.site.disk;

/**
 * Why a site's state can't be used any more.
 *
 * @param kind what can be done about it
 * @param reason what failed, with the file's name where the database names it
 */
public record DiskFault(Kind kind, String reason) {
  /** What can be done about a fault. */
  public enum Kind {
    /** The disk is full, read-only or fails: what was written before is good. */
    UNWRITABLE,
    /** Files of the database are damaged or missing: the state has to be rebuilt. */
    DAMAGED,
    /** The log has lost records that the state was made of: it has to be rebuilt. */
    DIVERGENT
  }

  /** Whether files are damaged. */
  public boolean damaged() {
    return kind == Kind.DAMAGED;
  }
}
