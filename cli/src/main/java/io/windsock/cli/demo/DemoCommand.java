package io.windsock.cli.demo;

import io.windsock.cli.demo.remote.RemoteSite;
import io.windsock.cli.feed.Rejects;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DomainOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.Logs;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.option.TopologyOptions;
import io.windsock.cli.show.Screen;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.gateway.run.Gateway;
import io.windsock.rules.config.RuleSet;
import io.windsock.testbed.audit.WholeLog;
import io.windsock.topology.TopologyConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the whole pipeline in one process. */
@Command(
    name = "demo",
    description = {
      "Run everything in one process: a Kafka broker, the topology, a controller, a central site and"
          + " mirrors, gateways and a remote site if asked for, and a replay.",
      "Keys: space pauses, + and - change the speed, s starts a storm of displays at the mirrors"
          + " or ends it early, q quits; so does Ctrl-C."
    },
    footer = {
      "  windsock demo                                    the built-in sample; open the board's URL",
      "  windsock demo --feed positions.csv.gz --mapping egll --speed x60",
      "  windsock demo --feed day.avro --rebase           the same recording again, as if it began now",
      "  windsock demo --remote                           with a copy at a remote site, by a link",
      "  windsock demo --gateways 2                       with gateways, at ports 8070 and 8071",
      "  windsock demo --headless --speed x10 --storm-after 20   reports how the mirroring adapts",
      "  windsock demo --headless --until-drained --summary s.json --feed day.avro --fresh"
    })
public final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DomainOptions domain = new DomainOptions();
  @Mixin private TopologyOptions topology = new TopologyOptions();
  @Mixin private DemoOptions demo = new DemoOptions();

  @Override
  public Integer call() throws Exception {
    String fault = demo.fault();
    if (fault != null) {
      throw new ParameterException(spec.commandLine(), fault);
    }
    Catalogue catalogue = domain.catalogue();
    if (demo.sample() && !catalogue.domain().equals("airline")) {
      throw new ParameterException(
          spec.commandLine(), "the sample is of the airline domain: name a --feed of yours");
    }
    // All faults are detected before anything is started, or deleted by --fresh.
    EdeDefinition ede = domain.ede();
    TopologyConfig.Builder config = topology.config(domain.named(), catalogue);
    DemoParameters parameters = parameters(config.bootstrapServers("not known yet").build());
    // Used until the controller's first parameters, which are built from the same rules.
    config.domainRules(parameters.rules());
    checkFeed(catalogue);
    DemoPorts ports = DemoPorts.find(demo);
    try (DemoData data = DemoData.open(demo.data, demo.fresh)) {
      PrintWriter err = common.err();
      Logs.warningsTo(err::println, common.verbose());
      Logs.alsoTo(data.log());
      ports.moved(demo).forEach(this::tell);
      // An audit reads the whole log.
      boolean trimmed = !demo.untilDrained;
      requireUntrimmed(data);
      int code =
          run(
              new DemoCluster.Setup(
                  data,
                  ede,
                  config,
                  parameters,
                  trimmed,
                  ports,
                  demo.sites,
                  demo.gateways,
                  demo.remote,
                  this::tell),
              catalogue);
      if (!demo.untilDrained) {
        tell(farewell(data.folder()));
      }
      return code;
    }
  }

  /** A link can't begin in a log that earlier runs may have trimmed. */
  private void requireUntrimmed(DemoData data) {
    if (demo.remote && Files.exists(data.broker()) && !Files.exists(data.remote())) {
      throw new Failure(
          "'%s' is of a demo without --remote, whose mirror topic may be trimmed: add --fresh, or name another --data"
              .formatted(data.folder()));
    }
  }

  private static String farewell(Path folder) {
    return "stopped; the data is kept in "
        + folder
        + ": start again to continue, with --fresh to start over";
  }

  private DemoParameters parameters(TopologyConfig asked) {
    boolean counted = topology.rulesGiven() || demo.untilDrained;
    String policy = demo.policy(counted);
    RuleSet own = domain.rules(null);
    return counted || domain.given()
        ? DemoParameters.given(own, asked.rules().set(), asked.markers().every(), policy)
        : DemoParameters.shipped(own, asked.markers().every(), policy);
  }

  private void checkFeed(Catalogue catalogue) throws IOException {
    if (!demo.sample() && !demo.files().files().contains("-")) {
      demo.files().open(catalogue, ignored -> {}).close();
    }
  }

  private int run(DemoCluster.Setup setup, Catalogue catalogue) throws Exception {
    try (StopSignal stop = StopSignal.listen();
        Rejects rejects = new Rejects(setup.data().rejects())) {
      DemoFeed feed =
          demo.sample()
              ? DemoFeed.sample(catalogue)
              : DemoFeed.of(demo.files(), catalogue, rejects);
      try (DemoCluster cluster = DemoCluster.start(setup)) {
        if (demo.untilDrained) {
          WholeLog.require(cluster.pipeline());
        }
        int code = run(cluster, setup.data(), feed, rejects, stop);
        tell(rejects.message());
        return code;
      }
    }
  }

  private int run(
      DemoCluster cluster, DemoData data, DemoFeed feed, Rejects rejects, StopSignal stop)
      throws Exception {
    ReplayBook book = new ReplayBook(data.book());
    boolean again = demo.rebase() || demo.loop() || !book.last().of(feed.name());
    ReplayBook.Entry entry = again ? ReplayBook.Entry.NONE : book.last();
    greet(cluster, data, entry);
    DemoReplay replay = entry.done() ? null : replay(cluster, feed, book, entry.sent());
    try {
      if (replay != null) {
        replay.start();
      }
      DemoStorm storm =
          new DemoStorm(cluster.controller().storms(), demo.stormClients, demo.stormAfterSeconds);
      DemoRun run = new DemoRun(cluster, replay, storm, stop, common.err());
      if (demo.headless || !Screen.onTerminal()) {
        run.plain(demo.untilDrained);
      } else {
        run.screen(board(cluster), common.verbose(), data.log(), demo.untilDrained);
      }
      if (!demo.untilDrained || stop.asked()) {
        return ExitCode.OK;
      }
      return drained(cluster, replay, rejects, stop, run.startedNs());
    } finally {
      if (replay != null) {
        replay.close();
      }
    }
  }

  private int drained(
      DemoCluster cluster,
      @Nullable DemoReplay replay,
      Rejects rejects,
      StopSignal stop,
      long startedNs)
      throws InterruptedException, ExecutionException {
    DrainedDemo drained = new DrainedDemo(cluster, replay, rejects, demo.patienceSeconds);
    boolean all = drained.await(stop::asked, startedNs);
    if (!all) {
      throw new Failure("interrupted before everything was applied: there is no summary");
    }
    return drained.report(common.output(), demo.summary, common.err());
  }

  private DemoReplay replay(DemoCluster cluster, DemoFeed feed, ReplayBook book, long sent) {
    ReplayOptions options =
        ReplayOptions.builder()
            .speed(demo.speed())
            .loops(demo.loop() ? ReplayOptions.ENDLESS : 1)
            .rebase(demo.rebase())
            .notBefore(after(book))
            .build();
    ReplayTarget target =
        new ReplayTarget(
            cluster.bootstrapServers(), Topics.standard(), cluster.config().catalogue());
    return new DemoReplay(target, feed, options, book, sent);
  }

  /** Places a rebased feed after the data in this folder; otherwise its events would be late. */
  private static @Nullable Instant after(ReplayBook book) {
    long newestMs = book.last().newestMs();
    return newestMs == 0 ? null : Instant.ofEpochMilli(newestMs + 1);
  }

  private void greet(DemoCluster cluster, DemoData data, ReplayBook.Entry entry) {
    tell("board    " + board(cluster));
    tell("console  " + cluster.controller().console());
    for (Gateway gateway : cluster.gateways()) {
      tell("gateway  " + gateway.url() + "   links " + gateway.linkUrl());
    }
    RemoteSite remote = cluster.remote();
    if (remote != null) {
      tell("remote   " + remote.url() + "/board   link " + remote.link());
      tell("         broker " + remote.bootstrapServers());
    }
    tell("broker   " + cluster.bootstrapServers() + "   data in " + data.folder());
    if (entry.done()) {
      tell(
          "this feed was replayed here already ("
              + entry.sent()
              + " events): its state is served; --rebase replays it again, --fresh starts over");
    } else if (entry.sent() > 0) {
      tell("continuing after the " + entry.sent() + " events of this feed that are already here");
    }
  }

  private String board(DemoCluster cluster) {
    return cluster.urls().get(0) + "/board" + (demo.sample() ? "?airport=EGLL" : "");
  }

  private void tell(@Nullable String line) {
    if (line != null) {
      PrintWriter err = common.err();
      err.println(line);
      err.flush();
    }
  }
}
