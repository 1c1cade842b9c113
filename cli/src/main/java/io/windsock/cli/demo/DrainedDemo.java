package io.windsock.cli.demo;

import io.windsock.cli.feed.Rejects;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Output;
import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.contracts.config.Failure;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.testbed.audit.Auditor;
import io.windsock.testbed.audit.Drain;
import io.windsock.testbed.audit.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Ends a demo that runs until everything is applied everywhere: waits, then reports. */
final class DrainedDemo {
  private static final double NS = 1e9;

  private final DemoCluster cluster;
  private final @Nullable DemoReplay replay;
  private final Rejects rejects;
  private final Duration patience;
  private double seconds;

  DrainedDemo(
      DemoCluster cluster, @Nullable DemoReplay replay, Rejects rejects, int patienceSeconds) {
    this.cluster = cluster;
    this.replay = replay;
    this.rejects = rejects;
    patience = Duration.ofSeconds(patienceSeconds);
  }

  /** Waits until everything is applied; returns false if cancelled. */
  boolean await(BooleanSupplier cancelled, long startedNs)
      throws InterruptedException, ExecutionException {
    BooleanSupplier failedOrGivenUp =
        () -> {
          String failure = cluster.failure();
          if (failure != null) {
            throw new Failure(failure);
          }
          return cancelled.getAsBoolean();
        };
    boolean drained = new Drain(cluster.pipeline(), patience).await(failedOrGivenUp);
    seconds = (System.nanoTime() - startedNs) / NS;
    return drained;
  }

  /** Reads all topics again, compares the results and writes the summary; returns the exit code. */
  int report(Output output, @Nullable Path file, PrintWriter err)
      throws InterruptedException, ExecutionException {
    err.println("drained; reading the topics to check …");
    Summary summary = new Auditor(cluster.pipeline()).summary(replayed(), seconds);
    if (file != null) {
      write(file, summary);
    }
    output.result(summary, () -> text(summary));
    summary.problems().forEach(problem -> err.println("does not add up: " + problem));
    return summary.addsUp() ? ExitCode.OK : ExitCode.FAILURE;
  }

  private Summary.Replayed replayed() {
    if (replay == null) {
      return new Summary.Replayed(0, 0, 0, 0);
    }
    ReplayProgress progress = replay.progress();
    return new Summary.Replayed(
        progress.sent(), progress.acked(), progress.faults(), rejects.count());
  }

  private static void write(Path file, Summary summary) {
    try {
      Files.writeString(file, Output.pretty(summary) + "\n");
    } catch (IOException e) {
      throw new Failure("can't write --summary '" + file + "' (" + e + "): name another file", e);
    }
  }

  private static String text(Summary summary) {
    Table events = new Table("TYPE", ">SOURCE", ">FORWARD", ">MIRROR");
    Map<String, Long> types = new TreeMap<>(summary.source());
    types.putAll(summary.forward());
    types.putAll(summary.mirror());
    for (String type : types.keySet()) {
      events.row(
          type,
          Units.count(summary.source().getOrDefault(type, 0L)),
          Units.count(summary.forward().getOrDefault(type, 0L)),
          Units.count(summary.mirror().getOrDefault(type, 0L)));
    }
    Table rules = new Table("RULE", ">TAKEN");
    summary.rules().forEach((rule, taken) -> rules.row(rule, Units.count(taken)));
    Table sites = new Table("SITE", "ROLE", ">KEYS", "DIGEST");
    for (Summary.SiteSummary site : summary.sites()) {
      sites.row(site.name(), site.role(), site.keys(), site.digest());
    }
    return events.text()
        + "\n"
        + (rules.size() == 0 ? "" : rules.text() + "\n")
        + sites.text()
        + String.format(
            "%ndead-lettered %d; %s; %.1f s; %s%n",
            summary.deadLettered(),
            delay(summary.updateDelayMs()),
            summary.seconds(),
            summary.addsUp() ? "everything adds up" : "IT DOES NOT ADD UP");
  }

  /** Returns the delay in words. A run that sends nothing has no delay, which differs from 0 ms. */
  static String delay(Summary.Delay delay) {
    return delay.events() == 0
        ? "no event sent in this run"
        : String.format(
            "update delay p50 %d ms, p99 %d ms, max %d ms", delay.p50(), delay.p99(), delay.max());
  }
}
