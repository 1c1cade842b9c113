package io.windsock.cli.demo;

import io.windsock.cli.demo.remote.RemoteSite;
import io.windsock.cli.feed.ReplayKeys;
import io.windsock.cli.feed.ReplayLine;
import io.windsock.cli.option.Logs;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.show.Keyboard;
import io.windsock.cli.show.LiveArea;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.wire.Decision;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.run.Gateway;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Watches a running demo, on a screen or as lines of text, until it ends. */
final class DemoRun {
  private static final long LINE_EVERY_MS = 5_000;
  private static final long LOOK_EVERY_MS = 50;
  private static final long PAINT_EVERY_MS = 500;

  private final DemoCluster cluster;
  private final @Nullable DemoReplay replay;
  private final DemoStorm storm;
  private final StopSignal stop;
  private final PrintWriter err;
  private final long startedNs = System.nanoTime();
  private long reportedEpoch;
  private boolean saidEnd;

  DemoRun(
      DemoCluster cluster,
      @Nullable DemoReplay replay,
      DemoStorm storm,
      StopSignal stop,
      PrintWriter err) {
    this.cluster = cluster;
    this.replay = replay;
    this.storm = storm;
    reportedEpoch = cluster.controller().epoch();
    this.stop = stop;
    this.err = err;
  }

  /** When watching began, which is when the replay began. */
  long startedNs() {
    return startedNs;
  }

  /**
   * Prints a status line periodically if it has changed, until the replay has ended or the demo is
   * stopped.
   */
  void plain(boolean untilReplayed) throws InterruptedException {
    long nextLine = now() + LINE_EVERY_MS;
    String said = "";
    while (!stop.await(LOOK_EVERY_MS) && !(untilReplayed && ended())) {
      check();
      tellModes();
      if (storm.startIfDue(elapsedMs())) {
        err.println("storm " + storm.line());
      }
      if (now() >= nextLine) {
        nextLine += LINE_EVERY_MS;
        String line = line();
        if (!line.equals(said)) {
          err.println(line);
        } else if (ended() && !saidEnd) {
          saidEnd = true;
          err.println("nothing more to replay; the sites serve until Ctrl-C");
        }
        said = line;
      }
    }
    check();
  }

  private String line() {
    ReplayProgress progress = progress();
    StringBuilder line = new StringBuilder("replay ");
    line.append(progress == null ? "none" : ReplayLine.of(progress));
    cluster
        .sites()
        .forEach(
            site -> {
              var status = site.status();
              line.append("  ").append(status.name()).append(" lag ").append(status.lag());
            });
    for (Gateway gateway : cluster.gateways()) {
      GatewayStatus status = gateway.status();
      line.append("  ").append(status.name());
      line.append(" calls ").append(status.stats().calls());
      line.append(" in time ").append(status.stats().inTime());
    }
    RemoteSite remote = cluster.remote();
    if (remote != null) {
      line.append("  link batch ").append(remote.status().batch());
      line.append(" remote-mirror lag ").append(remote.mirrorLag());
    }
    return storm.running()
        ? line.append("  storm ").append(storm.line()).toString()
        : line.toString();
  }

  private @Nullable ReplayProgress progress() {
    return replay == null ? null : replay.progress();
  }

  private void tellModes() {
    for (Decision decision : cluster.controller().decisionsAfter(reportedEpoch)) {
      reportedEpoch = decision.getToEpoch();
      if (!decision.getFromMode().equals(decision.getToMode())) {
        err.printf(
            "mode %s -> %s, epoch %d: %s%n",
            decision.getFromMode(),
            decision.getToMode(),
            decision.getToEpoch(),
            Plain.of(decision.getReason()));
      }
    }
  }

  private long elapsedMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs);
  }

  /**
   * Shows a live table and handles keys.
   *
   * @param board the board's URL
   */
  void screen(String board, boolean verbose, Path log, boolean untilReplayed)
      throws InterruptedException, IOException {
    DemoView view = new DemoView(cluster, storm, board, now());
    LiveArea area = new LiveArea(err);
    Logs.warningsTo(area::print, verbose);
    Logs.alsoTo(log);
    try (Keyboard keyboard = Keyboard.open()) {
      long nextPaint = now();
      while (!stop.asked() && !(untilReplayed && ended())) {
        check();
        storm.startIfDue(elapsedMs());
        if (now() >= nextPaint) {
          nextPaint = now() + PAINT_EVERY_MS;
          area.show(view.lines(progress(), now()), keyboard.width(), keyboard.height());
        }
        int key = keyboard.read(LOOK_EVERY_MS);
        if (key != Keyboard.NONE) {
          press(key);
          nextPaint = now();
        }
      }
    } finally {
      area.end();
      Logs.warningsTo(err::println, verbose);
      Logs.alsoTo(log);
    }
    check();
  }

  private void press(int key) {
    if (key == 'q') {
      stop.ask();
    } else if (key == 's' || key == 'S') {
      storm.toggle();
    } else if (replay != null) {
      ReplayKeys.press(key, replay.controls());
    }
  }

  private boolean ended() {
    return replay == null || replay.ended();
  }

  /** Fails if a part of the demo has failed; also lets the replay record its progress. */
  private void check() {
    String failure = cluster.failure();
    if (failure != null) {
      throw new Failure(failure + "; the log in the data folder says more");
    }
    if (replay != null) {
      Exception thrown = replay.failure();
      if (thrown != null) {
        throw new Failure("the replay failed: " + thrown.getMessage(), thrown);
      }
      replay.writeBook();
    }
  }

  private static long now() {
    return System.nanoTime() / 1_000_000;
  }
}
