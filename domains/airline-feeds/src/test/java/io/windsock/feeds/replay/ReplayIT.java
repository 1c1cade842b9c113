package io.windsock.feeds.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.ReplayProgress.State;
import io.windsock.feeds.replay.time.Speed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class ReplayIT {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");
  private static final int PARTITIONS = 4;
  private static final long SAMPLE_MS = GeneratorOptions.sample().start().toEpochMilli();

  private static void createTopics(EmbeddedBroker broker, Topics topics) throws Exception {
    broker.createTopics(
        AIRLINE.streams().stream()
            .map(stream -> new NewTopic(topics.source(stream), PARTITIONS, (short) 1))
            .toList());
  }

  private static Replay replay(
      String servers, Topics topics, FeedSource source, ReplayOptions options, ReplayListener to) {
    return new Replay(new ReplayTarget(servers, topics, AIRLINE), source, options, to);
  }

  private static void noFaults(ReplayFault fault) {
    throw new AssertionError(fault.toString());
  }

  /** Everything in the source topics, by partition. */
  private static Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> read(
      EmbeddedBroker broker, Topics topics) {
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "auto.offset.reset",
            "none",
            "enable.auto.commit",
            false);
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (String stream : AIRLINE.streams()) {
        for (int p = 0; p < PARTITIONS; p++) {
          partitions.add(new TopicPartition(topics.source(stream), p));
        }
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofSeconds(1))) {
          records
              .computeIfAbsent(
                  new TopicPartition(each.topic(), each.partition()), p -> new ArrayList<>())
              .add(each);
        }
      }
    }
    return records;
  }

  /** Per key and topic, a checksum over its values in order. */
  private static Map<String, Long> checksums(
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records) {
    Map<String, CRC32> sums = new HashMap<>();
    for (List<ConsumerRecord<byte[], byte[]>> list : records.values()) {
      for (ConsumerRecord<byte[], byte[]> each : list) {
        String key = each.topic() + "/" + new String(each.key(), StandardCharsets.UTF_8);
        sums.computeIfAbsent(key, k -> new CRC32()).update(each.value());
      }
    }
    Map<String, Long> values = new HashMap<>();
    sums.forEach((key, sum) -> values.put(key, sum.getValue()));
    return values;
  }

  private static Map<String, Long> checksums(GeneratorOptions options, Topics topics) {
    Map<String, CRC32> sums = new HashMap<>();
    try (GeneratedFeed feed = new GeneratedFeed(AIRLINE, options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        String stream = event.type().stream();
        assertThat(stream).isNotNull();
        String key = topics.source(stream) + "/" + event.key();
        sums.computeIfAbsent(key, k -> new CRC32()).update(event.value());
      }
    }
    Map<String, Long> values = new HashMap<>();
    sums.forEach((key, sum) -> values.put(key, sum.getValue()));
    return values;
  }

  @Test
  void shouldSendEveryEventExactlyOnceInTheOrderOfItsKey() throws Exception {
    GeneratorOptions options = GeneratorOptions.day().withFlights(150).withEvents(60_000);
    Topics topics = Topics.standard();
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      createTopics(broker, topics);

      ReplayProgress end =
          replay(
                  broker.bootstrapServers(),
                  topics,
                  () -> new GeneratedFeed(AIRLINE, options),
                  ReplayOptions.at(Speed.MAX),
                  ReplayIT::noFaults)
              .run();

      assertThat(end.state()).isEqualTo(State.ENDED);
      assertThat(end.sent()).isEqualTo(60_000);
      assertThat(end.acked()).isEqualTo(60_000);
      var records = read(broker, topics);
      assertThat(records.values().stream().mapToInt(List::size).sum()).isEqualTo(60_000);
      assertThat(checksums(records)).isEqualTo(checksums(options, topics));
      assertOnePartitionAKey(records);
    }
  }

  private static void assertOnePartitionAKey(
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records) {
    Map<String, Integer> partitions = new HashMap<>();
    for (List<ConsumerRecord<byte[], byte[]>> list : records.values()) {
      for (ConsumerRecord<byte[], byte[]> each : list) {
        String key = new String(each.key(), StandardCharsets.UTF_8);
        Integer other = partitions.putIfAbsent(key, each.partition());
        assertThat(other == null || other == each.partition()).as(key).isTrue();
      }
    }
  }

  @Test
  void shouldReportAnOversizedEventAndDeliverTheOthers() throws Exception {
    Topics topics = new Topics("big");
    byte[] huge = new byte[2 * 1024 * 1024];
    System.arraycopy(new byte[] {0, 0, 0, 0, 101}, 0, huge, 0, 5);
    ListFeed feed =
        new ListFeed()
            .position("A", 1)
            .event(new FeedEvent(AIRLINE.type("FlightPosition"), "HUGE", 2, huge))
            .position("B", 3);
    List<ReplayFault> faults = new ArrayList<>();
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      createTopics(broker, topics);

      ReplayProgress end =
          replay(broker.bootstrapServers(), topics, feed, ReplayOptions.at(Speed.MAX), faults::add)
              .run();

      assertThat(end.acked()).isEqualTo(2);
      assertThat(end.faults()).isEqualTo(1);
      assertThat(faults).singleElement().extracting(ReplayFault::key).isEqualTo("HUGE");
      assertThat(faults.get(0).reason()).contains("max.request.size");
      assertThat(read(broker, topics).values().stream().mapToInt(List::size).sum()).isEqualTo(2);
    }
  }

  @Test
  void shouldNameMissingTopicsAndUnequalPartitions() throws Exception {
    Topics topics = new Topics("missing");
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      broker.createTopics(
          List.of(
              new NewTopic(topics.source("positions"), 2, (short) 1),
              new NewTopic(topics.source("status"), 3, (short) 1)));
      Replay replay =
          replay(
              broker.bootstrapServers(),
              topics,
              new ListFeed().position("A", 1),
              ReplayOptions.at(Speed.MAX),
              ReplayIT::noFaults);

      assertThatThrownBy(replay::run)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("topic missing.source.baggage: does not exist")
          .hasMessageContaining("topic missing.source.crew: does not exist")
          .hasMessageContaining("different numbers of partitions")
          .hasMessageContaining("start the topology");
      assertThat(replay.progress().state()).isEqualTo(State.FAILED);
    }
  }

  @Test
  void shouldSayInBoundedTimeThatNoBrokerAnswers() {
    ReplayOptions options = ReplayOptions.builder().connectTimeout(Duration.ofSeconds(2)).build();
    long started = System.nanoTime();

    assertThatThrownBy(
            () ->
                replay(
                        "127.0.0.1:9",
                        Topics.standard(),
                        new ListFeed().position("A", 1),
                        options,
                        ReplayIT::noFaults)
                    .run())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("127.0.0.1:9")
        .hasMessageContaining("no broker answered within 2000 ms");
    // Kafka's own bound is a minute.
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(50));
  }

  @Test
  void shouldSayThatAnAddressIsNone() {
    assertThatThrownBy(
            () ->
                replay(
                        "nonsense",
                        Topics.standard(),
                        new ListFeed().position("A", 1),
                        ReplayOptions.at(Speed.MAX),
                        ReplayIT::noFaults)
                    .run())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'nonsense'");
  }

  @Test
  void shouldFailClearlyWhenTheBrokerDiesInMidReplay() throws Exception {
    Topics topics = Topics.standard();
    ReplayOptions options =
        ReplayOptions.builder()
            .speed(new Speed(600))
            .loops(ReplayOptions.ENDLESS)
            .deliveryTimeout(Duration.ofSeconds(15))
            .build();
    EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
    try {
      createTopics(broker, topics);
      Replay replay =
          replay(
              broker.bootstrapServers(),
              topics,
              () -> new GeneratedFeed(AIRLINE, GeneratorOptions.sample()),
              options,
              ReplayIT::noFaults);
      CompletableFuture<ReplayException> failure = failureOf(replay);
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> replay.progress().ackedRecordedMs() > SAMPLE_MS + 60_000);
      long acked = replay.progress().acked();

      broker.close();

      ReplayException e = failure.get(120, TimeUnit.SECONDS);
      assertThat(e)
          .hasMessageContaining("could not be delivered")
          .hasMessageContaining("are acknowledged, among them all of the first")
          .hasMessageContaining("up to event time 2026-03-02T")
          .hasMessageContaining("--skip " + e.progress().settled());
      assertThat(e.progress().acked()).isGreaterThanOrEqualTo(acked);
      assertThat(replay.progress().state()).isEqualTo(State.FAILED);
    } finally {
      broker.close();
    }
  }

  @Test
  void shouldSendEveryEventOnceAcrossARestartOfTheBroker(@TempDir Path folder) throws Exception {
    GeneratorOptions options = GeneratorOptions.day().withFlights(400).withEvents(150_000);
    Topics topics = Topics.standard();
    Options atItsPort = Options.at(folder).withPort(FreePort.any());
    CountDownLatch goOn = new CountDownLatch(1);
    EmbeddedBroker broker = EmbeddedBroker.start(atItsPort);
    try {
      createTopics(broker, topics);
      Replay replay =
          replay(
              broker.bootstrapServers(),
              topics,
              () -> new InterruptedFeed(new GeneratedFeed(AIRLINE, options), 100_000, goOn),
              ReplayOptions.at(Speed.MAX),
              ReplayIT::noFaults);
      CompletableFuture<ReplayProgress> end = inBackground(replay);
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> replay.progress().acked() > 20_000);

      broker.close();
      assertThat(end).isNotDone();
      goOn.countDown();
      broker = EmbeddedBroker.start(atItsPort);

      assertThat(end.get(300, TimeUnit.SECONDS).acked()).isEqualTo(150_000);
      var records = read(broker, topics);
      assertThat(records.values().stream().mapToInt(List::size).sum()).isEqualTo(150_000);
      assertThat(checksums(records)).isEqualTo(checksums(options, topics));
    } finally {
      goOn.countDown();
      broker.close();
    }
  }

  /** Yields some events, and the others only once they may come. */
  private record InterruptedFeed(FeedReader feed, long first, CountDownLatch goOn)
      implements FeedReader {
    @Override
    public @Nullable FeedEvent next() throws IOException {
      if (feed.stats().events() >= first) {
        try {
          goOn.await();
        } catch (InterruptedException e) {
          throw new InterruptedIOException();
        }
      }
      return feed.next();
    }

    @Override
    public FeedStats stats() {
      return feed.stats();
    }

    @Override
    public void close() throws IOException {
      feed.close();
    }
  }

  private static CompletableFuture<ReplayProgress> inBackground(Replay replay) {
    CompletableFuture<ReplayProgress> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                end.complete(replay.run());
              } catch (ReplayException | InterruptedException | RuntimeException e) {
                end.completeExceptionally(e);
              }
            },
            "replay");
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  private static CompletableFuture<ReplayException> failureOf(Replay replay) {
    CompletableFuture<ReplayException> failure = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                failure.completeExceptionally(new AssertionError(replay.run().toString()));
              } catch (ReplayException e) {
                failure.complete(e);
              } catch (InterruptedException | RuntimeException e) {
                failure.completeExceptionally(e);
              }
            },
            "replay");
    thread.setDaemon(true);
    thread.start();
    return failure;
  }

  @Test
  void shouldLeaveEverythingFlushedWhenStopped() throws Exception {
    Topics topics = Topics.standard();
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      createTopics(broker, topics);
      ReplayOptions options =
          ReplayOptions.builder().speed(Speed.MAX).loops(ReplayOptions.ENDLESS).build();
      Replay replay =
          replay(
              broker.bootstrapServers(),
              topics,
              () -> new GeneratedFeed(AIRLINE, GeneratorOptions.sample()),
              options,
              ReplayIT::noFaults);
      Thread stopper =
          new Thread(
              () -> {
                Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> replay.progress().sent() > 50_000);
                replay.stop();
              });
      stopper.start();

      ReplayProgress end = replay.run();

      stopper.join();
      assertThat(end.state()).isEqualTo(State.STOPPED);
      assertThat(end.acked()).isEqualTo(end.sent());
      int inTopics = read(broker, topics).values().stream().mapToInt(List::size).sum();
      assertThat(inTopics).isEqualTo((int) end.sent());
    }
  }
}
