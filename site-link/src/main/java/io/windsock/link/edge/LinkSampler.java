package io.windsock.link.edge;

import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.LinkStage;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.SenderStatus;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.stats.BatchSize;
import io.windsock.link.stats.CopyProgress;
import io.windsock.link.stats.LinkCounts;
import io.windsock.platform.telemetry.SampleSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Creates samples of a running sender. The sampling thread calls it; any thread may end it. */
final class LinkSampler implements SampleSource {
  private static final double NS_PER_MS = 1e6;

  private final SenderConfig config;
  private final LinkSender sender;
  private volatile boolean ending;

  LinkSampler(SenderConfig config, LinkSender sender) {
    this.config = config;
    this.sender = sender;
  }

  /** The samples from now on say that the sender is closed, unless it has stopped by itself. */
  void end() {
    ending = true;
  }

  @Override
  public LinkSample sample(long nowMs) {
    SenderStatus now = sender.status();
    boolean closed = ending && now.state() != State.STOPPED;
    CopyProgress progress = sender.stats().progress();
    LinkCounts counts = sender.stats().counts();
    BatchSize copied = counts.totals().all();
    LinkCounts.Chosen pipeline = counts.pipeline();
    return LinkSample.newBuilder()
        .setLink(config.link())
        .setTarget(config.host() + ":" + config.port())
        .setAtMs(nowMs)
        .setPhase((closed ? State.CLOSED : now.state()).name())
        .setDetail(closed ? "closed" : now.detail())
        .setTopics(config.topics())
        .setLag(progress.lag(nowMs))
        .setRpoMs(progress.rpoMs(nowMs))
        .setEpoch(now.epoch())
        .setBatch(now.batch())
        .setRecords(copied.records())
        .setPlainBytes(copied.plainBytes())
        .setSentBytes(copied.sentBytes())
        .setIntervalMs(now.intervalNs() / NS_PER_MS)
        .setThreshold(now.threshold())
        .setPipeline(pipeline.shape().kind().label())
        .setThreads(pipeline.shape().threads())
        .setReason(pipeline.reason())
        .setRpoGoalMs(goalMs())
        .setStages(stages())
        .build();
  }

  private long goalMs() {
    Duration goal = config.rpo();
    return goal == null ? -1 : goal.toMillis();
  }

  private List<LinkStage> stages() {
    StageTimes times = sender.times();
    return Arrays.stream(StageName.values())
        .filter(stage -> times.meanNs(stage) > 0)
        .map(stage -> new LinkStage(stage.label(), times.meanNs(stage) / NS_PER_MS))
        .toList();
  }
}
