package io.windsock.cli.run;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.DurationConverter;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.PortConverter;
import io.windsock.cli.option.StopSignal;
import io.windsock.contracts.config.Failure;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteConfigBuilder;
import io.windsock.site.SiteKeeper;
import io.windsock.site.join.JoinFrom;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.serve.ServerConfig.Watermarks;
import io.windsock.site.snapshot.SnapshotOptions;
import io.windsock.site.state.Rebuild;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs one site alone. */
@Command(
    name = "site",
    description = "Run one site, central or mirror: keeps its state and serves it, until Ctrl-C.",
    footer = {
      "  windsock site --role central --name central --port 8080",
      "  windsock site --role mirror --name m1 --port 8081 --peer http://127.0.0.1:8080",
      "  windsock site --role mirror --name m1 --rebuild if-unusable -b kafka:9092 --host 0.0.0.0 \\",
      "    --advertised-url http://m1.example:8080",
      "  windsock site --role mirror --name m2 --snapshot-every 20s --snapshot-events 50000",
      "  windsock site --role mirror --name m1 --rebuild always --join-from log"
    })
public final class SiteCommand implements Callable<Integer> {
  private static final long CHECK_MS = 500;
  private static final long LINE_EVERY_MS = 5_000;
  private static final int MIB = 1 << 20;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private DomainOptions domain = new DomainOptions();

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      required = true,
      completionCandidates = RoleNames.class,
      description = "central: follows the forward topic; mirror: the mirror topic.")
  private SiteRole role = SiteRole.MIRROR;

  /** The choices of --rebuild as typed. */
  private static final class RebuildNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Rebuild.values())
          .map(choice -> choice.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .iterator();
    }
  }

  /** The choices of --join-from as typed. */
  private static final class JoinFromNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(JoinFrom.values())
          .map(choice -> choice.name().toLowerCase(Locale.ROOT))
          .iterator();
    }
  }

  /** The roles as typed. */
  private static final class RoleNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(SiteRole.values()).map(SiteRole::text).iterator();
    }
  }

  @Option(
      names = "--name",
      paramLabel = "NAME",
      required = true,
      description = "The site's name; names its checkpoints, so each site has its own.")
  private String name = "";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Its own folder (default: .windsock/sites/NAME).")
  private @Nullable Path data;

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "8080",
      description = "Port to serve on; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--link-port",
      paramLabel = "N",
      converter = PortConverter.class,
      defaultValue = "0",
      description =
          "Port at --host on which gateways send calls; 0 for any free one, which the site's samples"
              + " name (default: ${DEFAULT-VALUE}).")
  private int linkPort;

  @Option(
      names = "--rehearsal-ms",
      paramLabel = "MS",
      defaultValue = "5000",
      description =
          "How long it makes calls to itself before it serves, at most, so that the first ones are"
              + " not slow; 0: not at all (default: ${DEFAULT-VALUE}).")
  private int rehearsalMs;

  @Mixin private CallLimitOptions limits = new CallLimitOptions();

  @Mixin private ServingOptions serving = new ServingOptions();

  @Mixin private PeerOption peers = new PeerOption();

  @Option(
      names = "--snapshot-every",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = DurationConverter.class,
      description =
          "Time between two snapshots of the state, from which other sites can start, if it has"
              + " changed (default: ${DEFAULT-VALUE}).")
  private Duration snapshotEvery = Duration.ofMillis(SnapshotOptions.EVERY_MS);

  @Option(
      names = "--snapshot-events",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Events after which a snapshot is made earlier (default: ${DEFAULT-VALUE}).")
  private long snapshotEvents = SnapshotOptions.EVERY_EVENTS;

  @Option(
      names = "--begin-late",
      description =
          "Without any state yet, begin at the log's beginning even if earlier records were"
              + " trimmed, here or at the source of a link; their updates are then missing for good."
              + " By default the site waits for another one's snapshot.")
  private boolean beginLate;

  @Option(
      names = "--join-from",
      paramLabel = "SOURCE",
      defaultValue = "auto",
      converter = JoinFromConverter.class,
      completionCandidates = JoinFromNames.class,
      description =
          "What it starts from before it reads the log, if the log has all that it needs. log: its"
              + " own state; snapshot: another site's snapshot if one is ahead of its own state;"
              + " auto: one that is more than 100,000 records ahead (default: ${DEFAULT-VALUE}).")
  private JoinFrom joinFrom = JoinFrom.AUTO;

  @Option(
      names = "--memory-mb",
      paramLabel = "MB",
      defaultValue = "128",
      description = "Bound of the database's caches and buffers, MiB (default: ${DEFAULT-VALUE}).")
  private int memoryMb;

  @Option(
      names = "--rebuild",
      paramLabel = "WHEN",
      defaultValue = "never",
      converter = RebuildConverter.class,
      completionCandidates = RebuildNames.class,
      description =
          "When to discard existing state and rebuild it: never, if-unusable, or always"
              + " (default: ${DEFAULT-VALUE}).")
  private Rebuild rebuild = Rebuild.NEVER;

  private record Ready(String name, String role, String token, long keys, String url) {}

  @Override
  public Integer call() throws InterruptedException {
    SiteConfig config = config();
    SiteKeeper.checkMachine(config); // before waiting for a broker
    cluster.admin().close();
    try (StopSignal stop = StopSignal.listen();
        SiteKeeper site = SiteKeeper.start(config)) {
      if (!awaitLive(site, stop)) {
        return ExitCode.OK;
      }
      var status = site.status();
      Ready ready =
          new Ready(name, role.text(), status.token().toString(), status.keys(), site.url());
      common
          .output()
          .element(
              ready,
              () ->
                  "ready "
                      + ready.name()
                      + " ("
                      + ready.role()
                      + ")  "
                      + ready.url()
                      + "  "
                      + ready.keys()
                      + " keys");
      while (!stop.await(CHECK_MS)) {
        failIfStopped(site.progress());
      }
    }
    return ExitCode.OK;
  }

  private SiteConfig config() {
    Path folder = data == null ? Path.of(".windsock", "sites", name) : data;
    SiteConfigBuilder config =
        SiteConfig.builder(
                role,
                name,
                cluster.bootstrapServers(),
                folder,
                new SiteDomain(domain.catalogue(), domain.ede()))
            .topics(cluster.topics())
            .http(serving.host(), port)
            .linkPort(linkPort)
            .rehearsal(Duration.ofMillis(rehearsalMs))
            .allowedHosts(serving.allowedHosts())
            .peers(peers.urls())
            .memoryBytes((long) memoryMb * MIB)
            .rebuild(rebuild)
            .advertisedUrl(serving.advertisedUrl())
            .snapshots(snapshotEvery, snapshotEvents)
            .beginLate(beginLate)
            .joinFrom(joinFrom)
            .kafka(cluster.properties());
    limits.keys(Watermarks.KEYS.high(), config::keyCalls);
    limits.views(Watermarks.VIEWS.high(), config::viewCalls);
    return config.build();
  }

  private boolean awaitLive(SiteKeeper site, StopSignal stop) throws InterruptedException {
    PrintWriter err = common.err();
    long nextLine = System.nanoTime() / 1_000_000 + LINE_EVERY_MS;
    Progress progress = site.progress();
    while (!progress.phase().ready()) {
      failIfStopped(progress);
      if (stop.await(CHECK_MS / 10)) {
        return false;
      }
      if (System.nanoTime() / 1_000_000 > nextLine) {
        nextLine += LINE_EVERY_MS;
        err.println(
            progress.phase().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + ": "
                + progress.detail());
      }
      progress = site.progress();
    }
    return true;
  }

  private static void failIfStopped(Progress progress) {
    if (progress.phase() == SitePhase.STOPPED) {
      throw new Failure("the site stopped: " + progress.detail());
    }
  }
}
