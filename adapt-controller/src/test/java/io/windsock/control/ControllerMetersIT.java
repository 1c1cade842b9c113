package io.windsock.control;

import static io.windsock.control.ControlCluster.active;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.state.ControllerState;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import io.windsock.platform.testing.RawHttp;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What Prometheus reads of controllers on a real broker. */
class ControllerMetersIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  /** Those that come with the first of their kind. */
  private static final Set<Metric> LATER = EnumSet.of(Metric.SSE_CUT);

  private static ControlCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = new ControlCluster();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static String scrape(Controller controller) {
    return RawHttp.get(URI.create(controller.url()).getPort(), "/metrics").text();
  }

  /** The samples of that metric, as lines. */
  private static List<String> lines(String scrape, Metric metric) {
    String name = metric.exposedName();
    return scrape
        .lines()
        .filter(it -> it.startsWith(name + "{") || it.startsWith(name + " "))
        .toList();
  }

  private static String awaitScrape(
      Controller controller, Topics topics, SiteSample sample, String line) {
    return await()
        .atMost(LONG)
        .until(
            () -> {
              cluster.sample(topics, sample);
              return scrape(controller);
            },
            it -> it.contains(line));
  }

  @Test
  void shouldTellWhatAnActiveControllerSeesAndHasInForce() throws Exception {
    Topics topics = new Topics("meters");
    cluster.createTopics(topics, 1);
    String mirror = topics.mirror();
    cluster.fill(mirror, 0, 100);
    cluster.commit(topics, "m1", mirror, 60);
    SiteSample sample =
        cluster
            .site("m1", mirror, cluster.tokenEpoch(mirror), 1)
            .setPending(17)
            .setStalenessMs(2_500)
            .build();
    try (Controller controller = active(cluster.config("one", topics).build())) {
      awaitScrape(controller, topics, sample, "windsock_monitored{variable=\"pending\"} 17.0");
      controller.mirroring().make(new SetMonitorValues("stalenessMs", 4_000, 1_000));
      controller.mirroring().make(new Pin("busy"));

      await()
          .atMost(LONG)
          .untilAsserted(
              () -> {
                cluster.sample(topics, sample);
                assertShowsAll(scrape(controller), mirror);
              });

      await()
          .atMost(LONG)
          .untilAsserted(
              () -> {
                cluster.sample(topics, sample);
                assertThat(age(controller, mirror)).isGreaterThan(1);
              });
      cluster.commit(topics, "m1", mirror, 100);
      awaitScrape(
          controller,
          topics,
          sample,
          "windsock_checkpoint_lag_offsets{topic=\"" + mirror + "\"} 0.0");
      assertThat(age(controller, mirror)).isZero();
    }
  }

  private static void assertShowsAll(String scrape, String mirror) {
    assertThat(scrape)
        .contains(
            "windsock_controller_active 1.0",
            "windsock_checkpoint_lag_offsets{topic=\"" + mirror + "\"} 40.0",
            "windsock_controller_epoch 3.0",
            "windsock_controller_sites{role=\"central\"} 0.0",
            "windsock_controller_sites{role=\"mirror\"} 1.0",
            "windsock_monitored{variable=\"staleness\"} 2.5",
            "windsock_threshold{variable=\"staleness\",which=\"primary\"} 4.0",
            "windsock_threshold{variable=\"staleness\",which=\"secondary\"} 1.0",
            "windsock_threshold{variable=\"staleness\",which=\"back\"} 3.0",
            "windsock_parameter{parameter=\"overwriteLength\"} 20.0",
            "windsock_parameter{parameter=\"checkpointEvery\"} 100.0",
            "windsock_mode{mode=\"busy\"} 1.0",
            "windsock_mode{mode=\"normal\"} 0.0",
            "windsock_mode_changes_total{to=\"busy\"} 1.0",
            "windsock_mode_changes_total{to=\"normal\"} 0.0",
            "kafka_consumer_fetch_manager_records_consumed_total{",
            "kafka_producer_txn_commit_time_ns_total{");
    assertThat(lines(scrape, Metric.MODE_CHANGED))
        .singleElement()
        .asString()
        .contains("{from=\"normal\",reason=\"a program: pin busy\",to=\"busy\"}");
    for (Metric metric : Metric.of(Role.CONTROLLER)) {
      if (!LATER.contains(metric)) {
        assertThat(scrape).as(metric.toString()).contains("# HELP " + metric.exposedName());
      }
    }
  }

  private static double age(Controller controller, String topic) {
    return lines(scrape(controller), Metric.CHECKPOINT_AGE).stream()
        .filter(line -> line.contains("\"" + topic + "\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(-1);
  }

  @Test
  void shouldTellOfATopicThatNobodyCommitsAndOfOneThatItCannotSee() throws Exception {
    Topics topics = new Topics("deserted");
    cluster.createTopics(topics, 1);
    cluster.fill(topics.mirror(), 0, 100);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      await().atMost(LONG).until(() -> age(controller, topics.mirror()) > 1);
      assertThat(scrape(controller))
          .contains(
              "windsock_checkpoint_lag_offsets{topic=\"" + topics.mirror() + "\"} 100.0",
              "windsock_checkpoint_lag_offsets{topic=\"" + topics.forward() + "\"} 0.0")
          .doesNotContain("windsock_checkpoint_rounds_checkpoints_total{");
      assertThat(age(controller, topics.forward())).isZero();

      cluster.admin.deleteTopics(List.of(topics.forward())).all().get();

      await().atMost(LONG).until(() -> age(controller, topics.forward()) > 1);
    }
  }

  @Test
  void shouldHaveOneSeriesOfTheLastChangeOfTheMode() throws Exception {
    Topics topics = new Topics("modes");
    cluster.createTopics(topics, 1);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      assertThat(lines(scrape(controller), Metric.MODE_CHANGED)).isEmpty();
      controller.mirroring().make(new Pin("busy"));
      controller.mirroring().make(new Release());
      controller.mirroring().make(new SetMonitorValues("pending", 10, 5));

      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(lines(scrape(controller), Metric.MODE_CHANGED))
                      .singleElement()
                      .asString()
                      .contains("from=\"busy\"", "to=\"normal\""));
      assertThat(scrape(controller)).contains("windsock_mode_changes_total{to=\"normal\"} 1.0");
    }
  }

  @Test
  void shouldMeasureItsWriterNoLongerThanItHasOne() throws Exception {
    Topics topics = new Topics("writer");
    cluster.createTopics(topics, 1);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      assertThat(scrape(controller)).contains("kafka_producer_txn_commit_time_ns_total{");

      cluster.admin.deleteTopics(List.of(topics.control())).all().get();

      await().atMost(LONG).until(() -> controller.detail().contains("was deleted"));
      await().atMost(LONG).until(() -> !scrape(controller).contains("kafka_producer_"));
      assertThat(scrape(controller)).contains("kafka_consumer_");
    }
  }

  /** A binder that is closed with the metrics that it is bound to. */
  private static final class Binder implements MeterBinder, AutoCloseable {
    private boolean closed;

    @Override
    public void bindTo(MeterRegistry registry) {}

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void shouldLeaveNothingOpenIfItsPortIsInUse() throws Exception {
    Topics topics = new Topics("ports");
    cluster.createTopics(topics, 1);
    ControllerState state = new ControllerState("one", InstantSource.system());
    ControllerMeters meters = new ControllerMeters(state, ControlCluster.CATALOGUE);
    Binder binder = new Binder();
    meters.metrics().bind(binder);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ControllerConfig config =
          cluster.config("one", topics).http("127.0.0.1", taken.getLocalPort()).build();

      assertThatThrownBy(() -> Controller.open(config, cluster.admin, state, meters, null))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("can't listen there");
    }
    assertThat(binder.closed).isTrue();
  }

  @Test
  void shouldTellNothingOfTheMirroringFromAControllerThatWaits() throws Exception {
    Topics topics = new Topics("standby");
    cluster.createTopics(topics, 1);
    try (Controller first = active(cluster.config("one", topics).build());
        Controller second = Controller.start(cluster.config("two", topics).build())) {
      first.mirroring().make(new Pin("busy"));
      await().atMost(LONG).until(() -> scrape(second).contains("windsock_controller_epoch 2.0"));

      String scrape = scrape(second);

      assertThat(scrape).contains("windsock_controller_active 0.0");
      for (Metric metric :
          List.of(
              Metric.MODE,
              Metric.MODE_CHANGED,
              Metric.THRESHOLD,
              Metric.MONITORED,
              Metric.PARAMETER,
              Metric.CHECKPOINT_LAG,
              Metric.CHECKPOINT_AGE)) {
        assertThat(lines(scrape, metric)).as(metric.toString()).isEmpty();
      }
    }
  }
}
