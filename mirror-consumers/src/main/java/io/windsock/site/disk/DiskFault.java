package io.windsock.site.disk;

/**
 * Why a site's state can no longer be used.
 *
 * @param kind the kind of fault, which determines the repair
 * @param reason what failed, with the file's name if the database reports it
 */
public record DiskFault(Kind kind, String reason) {
  /** The kinds of fault, by the repair they need. */
  public enum Kind {
    /** The disk is full, read-only or failing. Earlier writes are good. */
    UNWRITABLE,
    /** Files of the database are damaged or missing. The state has to be rebuilt. */
    DAMAGED,
    /** The log has lost records that the state contains. The state has to be rebuilt. */
    DIVERGENT,
    /**
     * The state began with a log that turned out to be a copy without its beginning. It has to be
     * rebuilt from another site's snapshot.
     */
    INCOMPLETE
  }

  /** Whether files are damaged. */
  public boolean damaged() {
    return kind == Kind.DAMAGED;
  }
}
