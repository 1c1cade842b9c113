package io.windsock.site.disk;

import java.io.Serial;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a site can't use its data directory. The message names the directory, the reason and
 * the remedy.
 */
public final class DataDirException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The reasons why a directory can't be used. */
  public enum Kind {
    /** It can't be read or written now, or another process uses it. This may be temporary. */
    DISK,
    /** An earlier state in this process is not closed yet. This may be temporary. */
    HELD,
    /** Its files are damaged and the state has to be rebuilt. */
    DAMAGED,
    /** It belongs to something else. */
    FOREIGN
  }

  private final Kind kind;

  public DataDirException(Path dataDir, Kind kind, String reason, String remedy) {
    this(dataDir, kind, reason, remedy, null);
  }

  private DataDirException(
      Path dataDir, Kind kind, String reason, String remedy, @Nullable Exception cause) {
    super("data directory " + dataDir + " " + reason + ": " + remedy, cause);
    this.kind = kind;
  }

  /** An exception of kind {@link Kind#DISK}. */
  public static DataDirException disk(Path dataDir, String reason, String remedy, Exception cause) {
    return new DataDirException(dataDir, Kind.DISK, reason, remedy, cause);
  }

  /** The reason why the directory can't be used. */
  public Kind kind() {
    return kind;
  }
}
