package io.windsock.site;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.topic.Topics;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** A mirror in a process of its own, to be killed. Ends when its standard input does. */
final class SiteProcess {
  /** What it prints for every batch that it has applied, and once at its start. */
  static final String APPLIED = "applied ";

  /** Few, so that there are many batches to be killed between. */
  static final int POLL_RECORDS = 200;

  private SiteProcess() {}

  public static void main(String[] args) throws Exception {
    SiteConfig config =
        SiteConfig.builder(
                SiteRole.MIRROR, "killed", args[0], Path.of(args[2]), SiteDomain.builtIn("airline"))
            .topics(new Topics(args[1]))
            .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
            .checkpointEvery(Duration.ZERO)
            .kafka(Map.of("max.poll.records", String.valueOf(POLL_RECORDS)))
            .build();
    try (Site site = Site.start(config)) {
      site.listeners().add(new Printer());
      print(site.state().token());
      while (System.in.read() >= 0) {
        Objects.requireNonNull(site);
      }
    }
  }

  private static void print(Token token) {
    System.out.println(APPLIED + token);
    System.out.flush();
  }

  private static final class Printer implements UpdateListener {
    @Override
    public boolean wantsUpdates() {
      return false;
    }

    @Override
    public void applied(UpdateBatch batch) {
      print(batch.token());
    }
  }

  static Process start(String bootstrapServers, Topics topics, Path dataDir) throws Exception {
    return start("exec \"$@\"", bootstrapServers, topics, dataDir);
  }

  /** One that may have so many files open. */
  static Process start(int files, String bootstrapServers, Topics topics, Path dataDir)
      throws Exception {
    return start("ulimit -n " + files + " && exec \"$@\"", bootstrapServers, topics, dataDir);
  }

  private static Process start(String shell, String bootstrapServers, Topics topics, Path dataDir)
      throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            "sh",
            "-c",
            shell,
            "sh",
            java,
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            SiteProcess.class.getName(),
            bootstrapServers,
            topics.prefix(),
            dataDir.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
