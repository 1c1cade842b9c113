package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.Positions;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * A site in a process of its own: {@code SiteMain ROLE NAME BOOTSTRAP DIR [DOMAIN [LINK_PORT
 * ADVERTISED_URL]]}. Prints {@code ready URL} when it may serve and stops when its standard input
 * ends. It makes no snapshots, because one that fell into a round would count against whatever is
 * measured there.
 */
public final class SiteMain {
  /** The system property of the bytes that the database may keep in memory. */
  public static final String MEMORY = "windsock.evaluation.memory";

  /** The system property of how long it rehearses calls at most, ms; 0, the default: not at all. */
  public static final String REHEARSAL_MS = "windsock.evaluation.rehearsal";

  private static final long POLL_MS = 20;
  private static final Duration NO_SNAPSHOTS = Duration.ofDays(1);
  private static final int DOMAIN = 4;
  private static final int LINK_PORT = 5;
  private static final int ADVERTISED_URL = 6;

  private SiteMain() {}

  /** Runs the site. */
  public static void main(String[] args) throws Exception {
    String domain = args.length > DOMAIN ? args[DOMAIN] : Positions.DOMAIN;
    SiteConfig config =
        SiteConfig.builder(
                SiteRole.valueOf(args[0].toUpperCase(Locale.ROOT)),
                args[1],
                args[2],
                Path.of(args[3]),
                SiteDomain.builtIn(domain))
            .http("127.0.0.1", 0)
            .linkPort(args.length > LINK_PORT ? Integer.parseInt(args[LINK_PORT]) : 0)
            .advertisedUrl(args.length > ADVERTISED_URL ? args[ADVERTISED_URL] : null)
            .memoryBytes(Long.getLong(MEMORY, SiteConfig.MEMORY_BYTES))
            .rehearsal(Duration.ofMillis(Integer.getInteger(REHEARSAL_MS, 0)))
            .snapshots(NO_SNAPSHOTS, Long.MAX_VALUE)
            .build();
    try (SiteKeeper site = SiteKeeper.start(config)) {
      while (!site.progress().phase().ready()) {
        if (site.progress().phase() == SitePhase.STOPPED) {
          throw new IllegalStateException(site.progress().detail());
        }
        Thread.sleep(POLL_MS);
      }
      System.out.println("ready " + site.url());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
    }
  }
}
