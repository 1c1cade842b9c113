package io.windsock.site.serve;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.platform.copy.Translation;
import io.windsock.site.progress.Readiness;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.Staleness;
import io.windsock.site.update.UpdateDelay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The site as seen by its HTTP server. Any thread may call it. */
public interface ServedSite {
  /** The site's name, as clients see it. */
  String name();

  /** This run of the site: drawn anew at each start. */
  String incarnation();

  /** The site's role. */
  SiteRole role();

  /** Types and schemas of the domain. */
  Catalogue catalogue();

  /** The views. */
  EdeDefinition definition();

  /** A snapshot of the current state, which the caller must close soon. */
  SiteSnapshot snapshot();

  /**
   * The base URL at which others reach the site.
   *
   * @param bound the URL of the address that the server is bound to
   */
  String url(String bound);

  /**
   * Base URLs of the other sites, such as {@code http://127.0.0.1:8081}. They may change while the
   * site runs.
   */
  List<String> peers();

  /**
   * What a token of another topic is in this site's topic. Never blocks; by default, nothing is
   * known of other topics.
   */
  default Translation translate(Token token) {
    return new Translation.None("of another topic or an earlier life of it");
  }

  /**
   * The position since which changes are known; null if all are. A client that has not reached it
   * must get the initial state.
   */
  default @Nullable Token changesKnownSince() {
    return null;
  }

  /** Whether the site may serve clients. Called for many requests, so it must be cheap. */
  Readiness readiness();

  /** The site's phase. */
  SitePhase phase();

  /** How long the site has not followed a part of the log, ms; 0 if it follows all of it. */
  long cutOffMs();

  /** Base URL of another running site of this name, which must stop; empty if there is none. */
  String twin();

  /** What the state lacks. It reads the state, so only workers may call it. */
  Staleness staleness();

  /** The snapshots that other sites can start from. */
  SnapshotSource snapshots();

  /** The recorder of the update delays that the server measures. */
  UpdateDelay updateDelay();
}
