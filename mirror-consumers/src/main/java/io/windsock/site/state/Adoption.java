package io.windsock.site.state;

import io.windsock.site.disk.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How another site's state takes the place of a site's own, at once: after a crash at any moment
 * the one or the other is there, whole.
 *
 * <pre>
 *  incoming/db        is being loaded; thrown away at the next start
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

  /** An empty folder to load another site's state into; what was there before is gone. */
  public static Path incoming(Path dataDir) {
    Path incoming = dataDir.resolve(INCOMING);
    Folders.delete(dataDir, incoming);
    return incoming;
  }

  /** The folder within {@link #incoming} for the database's files. */
  public static Path files(Path incoming) {
    return incoming.resolve(Store.FOLDER);
  }

  /** What has been loaded is whole and true: the next start goes on from it. */
  public static void verified(Path dataDir) {
    Folders.delete(dataDir, dataDir.resolve(VERIFIED));
    Folders.move(dataDir, dataDir.resolve(INCOMING), dataDir.resolve(VERIFIED));
  }

  /** Throws a site's own state away, with its snapshots; after a crash it is whole, or gone. */
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

  /** Brings to its end what was begun; the directory must be locked and its database closed. */
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
