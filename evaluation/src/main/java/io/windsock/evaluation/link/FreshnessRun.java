package io.windsock.evaluation.link;

import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.line.LineCounts;
import io.windsock.evaluation.link.copier.LinkCopier;
import io.windsock.evaluation.link.copier.LinkOrder;
import io.windsock.evaluation.link.lab.BetweenSites;
import io.windsock.evaluation.link.lab.FreshnessLoad;
import io.windsock.evaluation.link.lab.PacketsBetween;
import io.windsock.evaluation.link.lab.RelayBetween;
import io.windsock.evaluation.link.lab.Sites;
import io.windsock.testbed.process.StartedParts;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Loads links over lines between the sites. One thread owns it. */
final class FreshnessRun implements Experiment.Run {
  /** The measure of the median, ms. */
  static final String P50 = "p50Ms";

  /** The measure of the 99th percentile, ms. */
  static final String P99 = "p99Ms";

  /** The measure of the packets that got lost, %. */
  static final String LOST = "lostPercent";

  /** The measure of those that found too much waiting for the line, %. */
  static final String DROPPED = "droppedPercent";

  /** The bytes of a record. */
  static final int RECORD_BYTES = 500;

  private static final String CONTROL_TOPIC = "windsock.link.";

  /**
   * The least records that count in a run: with fewer, a few lost packets, or none, are the 99th
   * percentile.
   */
  private static final int MIN_RECORDS = 1_000;

  /** How many round trips the load lasts before it counts, and for how long at least. */
  private static final int ROUND_TRIPS = 4;

  private static final int MIN_BEFORE_MS = 1_000;
  private static final double PERCENT = 100;
  private static final double MEDIAN = 50;
  private static final double NINETY_NINE = 99;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_SECOND = 1e9;

  private final StartedParts started;
  private final Duration counted;
  private final boolean quick;
  private final Sites sites;
  private final LinkCopier copier;
  private final BetweenSites between;
  private int runs;

  private FreshnessRun(
      StartedParts started,
      Duration counted,
      boolean quick,
      Sites sites,
      LinkCopier copier,
      BetweenSites between) {
    this.started = started;
    this.counted = counted;
    this.quick = quick;
    this.sites = sites;
    this.copier = copier;
    this.between = between;
  }

  /** Starts the sites, the processes of the link and the line. */
  static FreshnessRun start(Scale scale, LineGroup group) throws IOException {
    StartedParts started = new StartedParts();
    try {
      return new FreshnessRun(
          started,
          Duration.ofNanos(Math.round(scale.runSeconds() * NS_PER_SECOND)),
          scale.quick(),
          started.closing(Sites.start()),
          started.closing(LinkCopier.start()),
          started.closing(group.isLossy() ? PacketsBetween.start() : RelayBetween.start()));
    } catch (IOException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws InterruptedException {
    FreshnessSetting setting = FreshnessSetting.of(subject.setting());
    LongLine line = setting.line();
    between.become(line.condition());
    String topic = "load" + ++runs;
    FreshnessLoad.createTopic(sites.source(), topic);
    try {
      copier.begin(order(topic, setting.link()));
      copier.awaitSending();
      double perSecond = line.bytesPerSecond(subject.x()) / RECORD_BYTES;
      int beforeMs = Math.max(MIN_BEFORE_MS, ROUND_TRIPS * line.roundTripMs());
      LineCounts before = between.counts();
      Histogram took =
          new FreshnessLoad(sites, topic, perSecond, RECORD_BYTES)
              .run(Duration.ofMillis(beforeMs), counted(perSecond));
      return values(took, between.counts().minus(before));
    } finally {
      copier.end();
      sites.source().delete(topic);
      sites.target().delete(topic);
      sites.target().delete(CONTROL_TOPIC + topic);
    }
  }

  private Duration counted(double perSecond) {
    Duration longer = Duration.ofNanos(Math.round(MIN_RECORDS / perSecond * NS_PER_SECOND));
    return quick || counted.compareTo(longer) > 0 ? counted : longer;
  }

  private LinkOrder order(String topic, LinkOrder.Setting setting) {
    return new LinkOrder(
        topic,
        topic,
        sites.source().servers(),
        sites.target().servers(),
        between.receiver(),
        between.entry(),
        setting,
        null);
  }

  private static Map<String, Double> values(Histogram took, LineCounts packets) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(P50, took.getValueAtPercentile(MEDIAN) / NS_PER_MS);
    values.put(P99, took.getValueAtPercentile(NINETY_NINE) / NS_PER_MS);
    double sent = packets.passed() + packets.lost() + packets.dropped();
    if (sent > 0) {
      values.put(LOST, PERCENT * packets.lost() / sent);
      values.put(DROPPED, PERCENT * packets.dropped() / sent);
    }
    return values;
  }

  @Override
  public void close() {
    started.close();
  }
}
