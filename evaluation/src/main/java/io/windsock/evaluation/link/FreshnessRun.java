package io.windsock.evaluation.link;

import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.link.copier.LinkCopier;
import io.windsock.evaluation.link.copier.LinkOrder;
import io.windsock.evaluation.link.lab.FreshnessLoad;
import io.windsock.evaluation.link.lab.Sites;
import io.windsock.evaluation.machine.FreePort;
import io.windsock.testbed.fault.FaultyLink;
import io.windsock.testbed.fault.LinkFault;
import io.windsock.testbed.process.ChildProcess;
import io.windsock.testbed.process.StartedParts;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Loads links through a relay that delays and limits what passes. One thread owns it. */
final class FreshnessRun implements Experiment.Run {
  /** The measure of the median, ms. */
  static final String P50 = "p50Ms";

  /** The measure of the 99th percentile, ms. */
  static final String P99 = "p99Ms";

  /** The bytes of a record. */
  static final int RECORD_BYTES = 500;

  private static final String CONTROL_TOPIC = "windsock.link.";
  private static final List<String> RELAY_JVM = List.of("-Xmx256m");

  /** How many round trips the load lasts before it counts, and for how long at least. */
  private static final int ROUND_TRIPS = 4;

  private static final int MIN_BEFORE_MS = 1_000;
  private static final double MEDIAN = 50;
  private static final double NINETY_NINE = 99;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_SECOND = 1e9;

  private final StartedParts started = new StartedParts();
  private final Duration counted;
  private final Sites sites;
  private final LinkCopier copier;
  private final int receiverPort;
  private final int relayPort;
  private final ChildProcess relay;
  private int runs;

  private FreshnessRun(Scale scale) throws IOException {
    counted = Duration.ofNanos(Math.round(scale.runSeconds() * NS_PER_SECOND));
    sites = started.closing(Sites.start());
    copier = started.closing(LinkCopier.start());
    receiverPort = FreePort.find();
    relayPort = FreePort.find();
    relay =
        started.closing(
            ChildProcess.start(
                FaultyLink.class, RELAY_JVM, List.of(url(relayPort), url(receiverPort))));
    relay.await("ready");
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  /** Starts the sites, the processes of the link and the relay. */
  static FreshnessRun start(Scale scale) throws IOException {
    return new FreshnessRun(scale);
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws InterruptedException {
    FreshnessSetting setting = FreshnessSetting.of(subject.setting());
    LongLine line = setting.line();
    relay.tell(LinkFault.line(line.roundTripMs(), line.kbitPerSecond()).toString());
    relay.await("now");
    String topic = "load" + ++runs;
    FreshnessLoad.createTopic(sites.source(), topic);
    try {
      copier.begin(order(topic, setting.link()));
      copier.awaitSending();
      double perSecond = line.bytesPerSecond(subject.x()) / RECORD_BYTES;
      int beforeMs = Math.max(MIN_BEFORE_MS, ROUND_TRIPS * line.roundTripMs());
      return values(
          new FreshnessLoad(sites, topic, perSecond, RECORD_BYTES)
              .run(Duration.ofMillis(beforeMs), counted));
    } finally {
      copier.end();
      sites.source().delete(topic);
      sites.target().delete(topic);
      sites.target().delete(CONTROL_TOPIC + topic);
    }
  }

  private LinkOrder order(String topic, LinkOrder.Setting setting) {
    return new LinkOrder(
        topic,
        topic,
        sites.source().servers(),
        sites.target().servers(),
        receiverPort,
        relayPort,
        setting,
        null);
  }

  private static Map<String, Double> values(Histogram took) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(P50, took.getValueAtPercentile(MEDIAN) / NS_PER_MS);
    values.put(P99, took.getValueAtPercentile(NINETY_NINE) / NS_PER_MS);
    return values;
  }

  @Override
  public void close() {
    started.close();
  }
}
