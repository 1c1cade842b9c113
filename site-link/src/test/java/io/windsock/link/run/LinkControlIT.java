package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.LinkStage;
import io.windsock.link.edge.LinkSamples;
import io.windsock.link.edge.ReceiverEdge;
import io.windsock.link.edge.SenderEdge;
import io.windsock.link.interval.FixedBatch;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.FrameHandler;
import io.windsock.link.transport.FrameServer;
import io.windsock.link.transport.FrameStream;
import io.windsock.link.transport.Open;
import io.windsock.link.verify.LinkVerify;
import io.windsock.link.verify.PartitionResult;
import io.windsock.link.verify.PartitionResult.Difference;
import io.windsock.link.verify.VerifyConfig;
import io.windsock.link.verify.VerifyException;
import io.windsock.link.verify.VerifyResult;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator sees and does: metrics, status, pause, resume, verify. */
@Timeout(600)
class LinkControlIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int RECORDS = 5_000;
  private static final int RANGE = 300;
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.FINE_GRAINED);
  private static final HttpConfig ANYWHERE = HttpConfig.at("127.0.0.1", 0);
  private static final String MONITOR = "windsock.monitor";
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** After so many sessions that ended before a batch, the next backoff is the longest: 5 s. */
  private static final int UNTIL_LONGEST_BACKOFF = 6;

  /** A little less than the longest backoff. */
  private static final long BACKOFF_NS = TimeUnit.MILLISECONDS.toNanos(4_500);

  /** So many pauses in turn no machine delays by so much. */
  private static final int MOST_DELAYED = 10;

  private static HttpResponse<String> get(String url) throws Exception {
    return HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> post(String url) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }

  /** The value of a series; NaN if it is not there. */
  private static double value(String url, String series) throws Exception {
    return get(url + "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  private static void awaitValue(String url, String series, double expected) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(value(url, series)).as(series).isEqualTo(expected));
  }

  private static void awaitState(LinkSender sender, State state) {
    await().atMost(PATIENCE).until(() -> sender.status().state() == state);
  }

  @Test
  void shouldExportEveryMetricPauseResumeAndRefuse() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        ReceiverEdge receiving = ReceiverEdge.start(ANYWHERE, receiver)) {
      sites.source.createTopics(List.of(new NewTopic(MONITOR, 1, (short) 1)));
      int written = sites.write(RECORDS, 1);
      LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null);
      try (sender;
          SenderEdge sending =
              SenderEdge.start(ANYWHERE, sites.senderConfig(receiver.port(), SHAPE), sender);
          LinkSamples samples =
              new LinkSamples(
                  sites.senderConfig(receiver.port(), SHAPE), sender, MONITOR, CATALOGUE)) {
        samples.start();
        awaitValue(sending.url(), "windsock_link_records_total", written);
        awaitValue(receiving.url(), "windsock_link_records_total", written);
        awaitValue(sending.url(), "windsock_link_lag_offsets", 0);
        everyMetric(sending.url(), Role.LINK_SENDER);
        everyMetric(receiving.url(), Role.LINK_RECEIVER);
        assertThat(value(sending.url(), "windsock_link_pipeline_threads{kind=\"fine-grained\"}"))
            .isOne();
        assertThat(value(receiving.url(), "windsock_link_streams_sessions")).isOne();
        assertThat(get(receiving.url() + "/v1/status").body()).contains("\"link\":\"main\"");
        assertThat(get(sending.url() + "/health/ready").statusCode()).isEqualTo(200);

        pauseAndResume(sites, sender, sending.url(), receiving.url(), written);
      }
      sampled(sites, written);
      refuses(sites, receiver.port(), receiving.url());
      awaitsRepliesOfALongLine(sites, receiver.port());
    }
  }

  /** What the console shows: the last samples, from the source's monitor topic. */
  private static void sampled(Sites sites, int written) throws Exception {
    EventCodec codec = new EventCodec(CATALOGUE);
    Map<String, LinkSample> byPhase = new HashMap<>();
    for (byte[] value : values(sites, MONITOR)) {
      LinkSample sample = codec.decode(value, LinkSample.class);
      byPhase.put(sample.getPhase(), sample);
    }
    assertThat(byPhase).containsKeys("SENDING", "PAUSED", "CLOSED");
    LinkSample last = byPhase.get("CLOSED");
    assertThat(last.getRecords()).isEqualTo(written + 1_000);
    assertThat(last.getLag()).isZero();
    assertThat(last.getTopics()).isEqualTo(Sites.TOPICS);
    assertThat(last.getPipeline()).isEqualTo("fine-grained");
    assertThat(last.getRpoGoalMs()).isEqualTo(Sites.RPO.toMillis());
    assertThat(last.getStages()).extracting(LinkStage::getName).startsWith("assemble");
    assertThat(last.getStages()).extracting(LinkStage::getMs).allMatch(ms -> ms > 0);
    assertThat(byPhase.get("PAUSED").getDetail()).contains("by an operator");
  }

  private static List<byte[]> values(Sites sites, String topic) {
    TopicPartition all = new TopicPartition(topic, 0);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    List<byte[]> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(sites.sourceKafka, bytes, bytes)) {
      consumer.assign(List.of(all));
      consumer.seekToBeginning(List.of(all));
      long end = consumer.endOffsets(List.of(all)).getOrDefault(all, 0L);
      while (consumer.position(all) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }

  private static void everyMetric(String url, Role role) throws Exception {
    String metrics = get(url + "/metrics").body();
    for (Metric metric : Metric.of(role)) {
      if (!metric.roles().contains(Role.SITE)) {
        assertThat(metrics).contains("\n" + metric.exposedName());
      }
    }
  }

  private static void pauseAndResume(
      Sites sites, LinkSender sender, String sending, String receiving, int before)
      throws Exception {
    assertThat(post(sending + "/v1/pause").statusCode()).isEqualTo(200);
    awaitState(sender, State.PAUSED);
    assertThat(post(sending + "/v1/pause").body()).contains("\"state\":\"PAUSED\"");
    awaitValue(receiving, "windsock_link_streams_sessions", 0);
    int written = sites.write(1_000, 2);
    await().atMost(PATIENCE).until(() -> value(sending, "windsock_link_lag_offsets") >= written);
    assertThat(value(sending, "windsock_link_rpo_seconds")).isPositive();
    assertThat(value(receiving, "windsock_link_records_total")).isEqualTo(before);
    assertThat(value(sending, "windsock_link_state{state=\"paused\"}")).isOne();
    assertThat(get(sending + "/health/ready").statusCode()).isEqualTo(503);
    awaitGoal(sending, false);

    assertThat(post(sending + "/v1/resume").statusCode()).isEqualTo(200);
    awaitValue(receiving, "windsock_link_records_total", before + written);
    awaitValue(sending, "windsock_link_lag_offsets", 0);
    awaitValue(sending, "windsock_link_rpo_seconds", 0);
    awaitGoal(sending, true);
    assertThat(value(sending, "windsock_link_sessions_total")).isEqualTo(2);
    assertThat(post(sending + "/v1/resume").statusCode()).isEqualTo(200);
  }

  /** A paused link misses its goal soon. */
  private static void awaitGoal(String sending, boolean kept) throws Exception {
    String fields = "\"rpoGoalMs\":%d,\"rpoKept\":%s".formatted(Sites.RPO.toMillis(), kept);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(get(sending + "/v1/status").body()).contains(fields));
    assertThat(value(sending, "windsock_link_rpo_goal_seconds"))
        .isEqualTo((double) Sites.RPO.toSeconds());
  }

  /** Replies take longer than any look at the queue of replies. */
  private static void awaitsRepliesOfALongLine(Sites sites, int port) throws Exception {
    try (Line line = new Line(port);
        LinkSender sender = sites.sender(line.port(), SHAPE, Sites.keys("k1", 1), null)) {
      awaitState(sender, State.SENDING);
      line.delay(1_000);
      sites.write(2_000, 4);
      await().atMost(PATIENCE).until(() -> sender.stats().progress().unacknowledged() > 0);
      sender.pause(true);
      awaitState(sender, State.PAUSED);

      assertThat(sender.status().batch())
          .isEqualTo(LinkTopic.read(sites.targetKafka, LinkTopic.name("main")).batch());
    }
  }

  private static void refuses(Sites sites, int port, String receiving) throws Exception {
    assertThat(post(receiving + "/v1/pause").statusCode()).isEqualTo(404);
    assertThat(post(receiving + "/v1/status").statusCode()).isEqualTo(405);
    sites.write(1_000, 3);
    try (LinkSender wrong = sites.sender(port, SHAPE, Sites.keys("k2", 2), null)) {
      String refused = "windsock_link_refused_frames_total{reason=\"unknownkey\"}";
      await().atMost(PATIENCE).until(() -> value(receiving, refused) >= 1);
      assertThat(wrong.status().records()).isZero();
    }
  }

  /**
   * Each session ends before a batch, as those do that wait longer and longer after a failure. A
   * machine that stands still delays some; if the backoff did, each of the last would take 5 s.
   */
  @Test
  void shouldPauseAndResumeAtOnceHoweverOften() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
      awaitState(sender, State.SENDING);
      for (int i = 0; i < UNTIL_LONGEST_BACKOFF; i++) {
        var unused = pausedAfterNs(sender);
      }
      long soonestNs = Long.MAX_VALUE;
      for (int i = 0; i < MOST_DELAYED && soonestNs >= BACKOFF_NS; i++) {
        soonestNs = Math.min(soonestNs, pausedAfterNs(sender));
      }
      assertThat(soonestNs).isLessThan(BACKOFF_NS);
    }
  }

  /** Pauses it, and resumes it; returns after how long it was paused, ns. */
  private static long pausedAfterNs(LinkSender sender) {
    long beginNs = System.nanoTime();
    sender.pause(true);
    awaitState(sender, State.PAUSED);
    long tookNs = System.nanoTime() - beginNs;
    sender.pause(false);
    awaitState(sender, State.SENDING);
    return tookNs;
  }

  /** Its interval may be much longer than an operator, or a lost line, can wait. */
  @Test
  void shouldPauseWhileAFullBatchWaitsForItsInterval() throws Exception {
    Duration interval = PATIENCE.multipliedBy(4);
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null)) {
      sites.write(1_000, 1);
      SenderConfig config = sites.senderConfig(receiver.port(), SHAPE);
      try (LinkSender sender =
          LinkSender.start(Sites.with(config, () -> new FixedBatch(interval, 10), 8))) {
        awaitState(sender, State.SENDING);
        await() // records of minutes ago are read
            .atMost(PATIENCE)
            .until(() -> rpoMs(sender) > Sites.SPAN_MS / 20);
        sender.pause(true);

        awaitState(sender, State.PAUSED);
      }
    }
  }

  private static long rpoMs(LinkSender sender) {
    return sender.stats().progress().rpoMs(System.currentTimeMillis());
  }

  /** Whoever stops a sender does so when its receiver is in trouble. */
  @Test
  void shouldCloseAtOnceWhileNoSessionIsOpened() throws Exception {
    Vertx vertx = Vertx.vertx(EventLoops.options(1));
    CountDownLatch asked = new CountDownLatch(1);
    FrameHandler silent =
        new FrameHandler() {
          @Override
          public void open(FrameStream stream, Open open) {
            asked.countDown();
          }

          @Override
          public void frame(FrameStream stream, Frame frame) {}

          @Override
          public void closed(FrameStream stream) {}
        };
    try (Sites sites = new Sites();
        FrameServer receiver = FrameServer.start(vertx, "127.0.0.1", 0, null, silent)) {
      LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null);
      assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      long beginNs = System.nanoTime();
      sender.close();

      assertThat(System.nanoTime() - beginNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
      assertThat(sender.status().state()).isEqualTo(State.CLOSED);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get();
    }
  }

  /** Samples on the console have the lag, too. */
  @Test
  void shouldKnowTheLagWithoutHttp() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
      int written = sites.write(1_000, 1);
      await().atMost(PATIENCE).until(() -> sender.status().records() == written);
      await().atMost(PATIENCE).until(() -> lag(sender) == 0);
      sender.pause(true);
      awaitState(sender, State.PAUSED);
      sites.write(1_000, 2);

      await().atMost(PATIENCE).until(() -> lag(sender) >= 1_000);
    }
  }

  private static long lag(LinkSender sender) {
    return sender.stats().progress().lag(System.currentTimeMillis());
  }

  /** Whoever is about to promote the target must not read that nothing is lost. */
  @Test
  void shouldNotShowThatNothingIsMissingWhileTheSourceDoesNotAnswer() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null);
        SenderEdge sending =
            SenderEdge.start(ANYWHERE, sites.senderConfig(receiver.port(), SHAPE), sender)) {
      int written = sites.write(1_000, 1);
      awaitValue(sending.url(), "windsock_link_records_total", written);
      awaitValue(sending.url(), "windsock_link_lag_offsets", 0);
      awaitValue(sending.url(), "windsock_link_rpo_seconds", 0);
      sender.pause(true); // a sender that reads is closed late without its source
      awaitState(sender, State.PAUSED);
      assertThat(value(sending.url(), "windsock_link_lag_offsets")).isZero();

      sites.source.close();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(value(sending.url(), "windsock_link_lag_offsets")).isNaN());
      assertThat(value(sending.url(), "windsock_link_rpo_seconds")).isGreaterThanOrEqualTo(3);
      assertThat(get(sending.url() + "/v1/status").body()).contains("\"lagOffsets\":null");
    }
  }

  @Test
  void shouldFindTheFirstRecordThatDiffers() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null)) {
      int written = sites.write(RECORDS, 4);
      try (LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
        await().atMost(PATIENCE).until(() -> sender.status().records() == written);
      }
      VerifyResult equal = verify(sites, List.of());
      assertThat(equal.equal()).isTrue();
      assertThat(equal.whole()).isTrue();
      assertThat(equal.partitions()).hasSize(5);
      assertThat(equal.partitions().stream().mapToLong(PartitionResult::records).sum())
          .isEqualTo(written);

      String extra = "nobody may write here";
      write(sites.targetKafka, new TopicPartition("a", 1), extra);
      VerifyResult longer = verify(sites, List.of("a"));
      assertThat(longer.partitions())
          .extracting(PartitionResult::equal)
          .containsExactly(true, false, true);
      long records = equal.partitions().get(1).records();
      Difference first = longer.partitions().get(1).difference();
      assertThat(first).isNotNull();
      assertThat(first.record()).isEqualTo(records);
      assertThat(first.range()).isEqualTo(records / RANGE);
      assertThat(first.sourceOffset()).isNegative();
      assertThat(first.reason()).contains("the target has a record");

      assertThatThrownBy(() -> verify(sites, List.of("c")))
          .isInstanceOf(VerifyException.class)
          .hasMessageContaining("does not copy topic 'c'; it copies [a, b]");
      comparesWhatBothStillHave(sites);
    }
  }

  /** As one that the link copies no more. */
  @Test
  void shouldCompareATopicAlthoughAnotherOneIsGone() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null)) {
      int written = sites.write(RECORDS, 5);
      try (LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
        await().atMost(PATIENCE).until(() -> sender.status().records() == written);
      }
      try (Admin target = Admin.create(sites.targetKafka)) {
        target.deleteTopics(List.of("b")).all().get();
      }

      VerifyResult left = verify(sites, List.of("a"));
      assertThat(left.equal()).isTrue();
      assertThat(left.whole()).isTrue();
      assertThat(left.partitions()).hasSize(3);
      assertThatThrownBy(() -> verify(sites, List.of()))
          .isInstanceOf(VerifyException.class)
          .hasMessage("topic 'b' was deleted at the target");
    }
  }

  private static void comparesWhatBothStillHave(Sites sites) throws Exception {
    TopicPartition trimmed = new TopicPartition("b", 0);
    trim(sites.sourceKafka, trimmed, 100);

    PartitionResult both = verify(sites, List.of("b")).partitions().get(0);
    assertThat(both.equal()).isTrue();
    assertThat(both.skippedAtTarget()).isPositive();
    assertThat(both.records() + both.skippedAtTarget())
        .isEqualTo(sites.atTarget().get(trimmed.toString()).records());

    trim(sites.targetKafka, trimmed, 200);
    assertThat(verify(sites, List.of("b")).partitions().get(0).skippedAtSource()).isPositive();
  }

  private static VerifyResult verify(Sites sites, List<String> topics) throws Exception {
    return LinkVerify.run(
        new VerifyConfig("main", sites.sourceKafka, sites.targetKafka, topics, RANGE),
        (topic, partition, records, total) -> {});
  }

  private static void write(Map<String, Object> kafka, TopicPartition to, String text)
      throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    byte[] value = text.getBytes(StandardCharsets.UTF_8);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(new HashMap<>(kafka), bytes, bytes)) {
      producer.send(new ProducerRecord<>(to.topic(), to.partition(), null, value)).get();
    }
  }

  private static void trim(Map<String, Object> kafka, TopicPartition partition, long before)
      throws Exception {
    try (Admin admin = Admin.create(kafka)) {
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before))).all().get();
    }
  }
}
