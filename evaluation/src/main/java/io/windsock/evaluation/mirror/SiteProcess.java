package io.windsock.evaluation.mirror;

import io.windsock.contracts.topic.Topics;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A site in a process of its own: {@code SiteProcess BOOTSTRAP PREFIX DIR MEMORY_BYTES}. Prints the
 * report that {@link ManyFlights} reads once it has caught up, and stops cleanly when its input
 * ends.
 */
final class SiteProcess {
  private static final long POLL_MS = 10;

  private SiteProcess() {}

  public static void main(String[] args) throws Exception {
    SiteConfig config =
        SiteConfig.builder(
                SiteRole.MIRROR, "many", args[0], Path.of(args[2]), SiteDomain.builtIn("airline"))
            .topics(new Topics(args[1]))
            .memoryBytes(Long.parseLong(args[3]))
            .build();
    try (Site site = Site.start(config)) {
      while (site.progress().phase() == SitePhase.CATCHING_UP) {
        Thread.sleep(POLL_MS);
      }
      if (!site.progress().phase().ready()) {
        throw new IllegalStateException(site.progress().detail());
      }
      long upMs = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
      System.out.printf(
          "ready %d %d %d %d%n",
          upMs, kilobytes("VmRSS"), kilobytes("VmHWM"), site.status().keys());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
    }
  }

  /** Returns a value of this process's status, in kB; 0 if the system does not report it. */
  private static long kilobytes(String name) throws IOException {
    Path status = Path.of("/proc/self/status");
    List<String> lines =
        Files.isReadable(status)
            ? Files.readAllLines(status, StandardCharsets.US_ASCII)
            : List.of();
    for (String line : lines) {
      if (line.startsWith(name + ":")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }
}
