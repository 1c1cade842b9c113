package io.windsock.site.serve;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.site.progress.Readiness;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.Staleness;
import io.windsock.site.update.UpdateDelay;
import java.util.List;

/** What the HTTP server needs of the site that it serves. Any thread may call it. */
public interface ServedSite {
  /** The site's name, as clients see it. */
  String name();

  /** What the site is for. */
  SiteRole role();

  /** Types and schemas of the domain. */
  Catalogue catalogue();

  /** The views. */
  EdeDefinition definition();

  /** The state as of now; the caller closes it soon. */
  SiteSnapshot snapshot();

  /**
   * The base URL by which others reach it.
   *
   * @param bound as its server listens
   */
  String url(String bound);

  /**
   * Base URLs of the other sites, {@code http://127.0.0.1:8081}; may change while the site runs.
   */
  List<String> peers();

  /** Whether clients may be served. Called for many requests, so it must be cheap. */
  Readiness readiness();

  /** Where it is in its life. */
  SitePhase phase();

  /** For how long it has not followed a part of the log, ms; 0 where it does. */
  long cutOffMs();

  /** Base URL of another running site of its name, which must give way; empty if there is none. */
  String twin();

  /** What its state lacks; reads the state, so it is for workers. */
  Staleness staleness();

  /** The snapshots of its state that other sites can start from. */
  SnapshotSource snapshots();

  /** Takes what update delays the server measures. */
  UpdateDelay updateDelay();
}
