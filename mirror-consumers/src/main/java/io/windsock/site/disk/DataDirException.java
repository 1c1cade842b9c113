package io.windsock.site.disk;

import java.io.Serial;
import java.nio.file.Path;

/** A data directory that a site can't use. The message names it, the reason and the remedy. */
public final class DataDirException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** What keeps a site from using its directory. */
  public enum Kind {
    /** It can't be read or written now, or another process uses it: that may pass. */
    DISK,
    /** A former state of this process has not been closed yet: that may pass, or never. */
    HELD,
    /** Its files are damaged: the state has to be rebuilt. */
    DAMAGED,
    /** It was made for something else. */
    FOREIGN
  }

  private final Kind kind;

  public DataDirException(Path dataDir, Kind kind, String reason, String remedy) {
    super("data directory " + dataDir + " " + reason + ": " + remedy);
    this.kind = kind;
  }

  public DataDirException(Path dataDir, Kind kind, String reason, String remedy, Exception cause) {
    super("data directory " + dataDir + " " + reason + ": " + remedy, cause);
    this.kind = kind;
  }

  /** What keeps the site from using it. */
  public Kind kind() {
    return kind;
  }
}
