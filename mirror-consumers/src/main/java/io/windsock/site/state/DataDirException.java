package io.windsock.site.state;

import java.io.Serial;
import java.nio.file.Path;

/** A data directory that a site can't use. The message names it, the reason and the remedy. */
public final class DataDirException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  DataDirException(Path dataDir, String reason, String remedy) {
    super("data directory " + dataDir + " " + reason + ": " + remedy);
  }

  DataDirException(Path dataDir, String reason, String remedy, Exception cause) {
    super("data directory " + dataDir + " " + reason + ": " + remedy, cause);
  }
}
