package io.windsock.site.state;

import io.windsock.site.disk.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The procedure by which another site's state atomically replaces a site's own. After a crash at
 * any point, one of the two is complete.
 *
 * <pre>
 *
 * <pre>
 *     │ verified
 *  verified/db        is whole and true: from here on it will be the state
 *     │ db ──▶ replaced,  verified/db ──▶ db
 *  db                 is the state; what is left of the rest goes
 * </pre>
 */
public final class Adoption {
  private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);
  private static final String INCOMING = "incoming";
  private static final String VERIFIED = "verified";
  private static final String REPLACED = "replaced";

  private Adoption() {}

  /** Creates an empty folder for loading another site's state; deletes any earlier one. */
  public static Path incoming(Path dataDir) {
    Path incoming = dataDir.resolve(INCOMING);
    Folders.delete(dataDir, incoming);
    return incoming;
  }

  /** The folder for the database's files, within {@link #incoming}. */
  public static Path files(Path incoming) {
    return incoming.resolve(Store.FOLDER);
  }

  /** Marks the loaded state as verified: the next start adopts it. */
  public static void verified(Path dataDir) {
    Folders.delete(dataDir, dataDir.resolve(VERIFIED));
    Folders.move(dataDir, dataDir.resolve(INCOMING), dataDir.resolve(VERIFIED));
  }

  /**
   * Deletes a site's own state and its snapshots. After a crash the state is either whole or gone.
   */
  static void discard(Path dataDir) {
    Path db = dataDir.resolve(Store.FOLDER);
    Path replaced = dataDir.resolve(REPLACED);
    if (Files.exists(db)) {
      Folders.delete(dataDir, replaced);
      Folders.move(dataDir, db, replaced);
    }
    Folders.delete(dataDir, dataDir.resolve(SiteState.SNAPSHOTS));
    Folders.delete(dataDir, replaced);
  }

  /** Completes an adoption that was begun. The directory must be locked and its database closed. */
  static void finish(Path dataDir) {
    Path verified = dataDir.resolve(VERIFIED);
    Path replaced = dataDir.resolve(REPLACED);
    if (Files.exists(files(verified))) {
      LOG.info("data directory {}: taking over the state loaded from another site", dataDir);
      Path db = dataDir.resolve(Store.FOLDER);
      if (Files.exists(db)) {
        Folders.delete(dataDir, replaced);
        Folders.move(dataDir, db, replaced);
      }
      Folders.delete(dataDir, dataDir.resolve(SiteState.SNAPSHOTS));
      Folders.move(dataDir, files(verified), db);
    }
    Folders.delete(dataDir, verified);
    Folders.delete(dataDir, replaced);
    Folders.delete(dataDir, dataDir.resolve(INCOMING));
  }
}
