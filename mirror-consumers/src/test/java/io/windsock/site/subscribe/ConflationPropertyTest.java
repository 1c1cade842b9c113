package io.windsock.site.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.position.Token;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import io.windsock.site.event.SseText;
import io.windsock.site.http.sse.Backlog;
import io.windsock.site.query.Filter;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.SseEvent;
import io.windsock.site.testing.SseParser;
import io.windsock.site.testing.TestSite;
import io.windsock.site.testing.Views;
import io.windsock.site.update.UpdateBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the hub and a slow client's backlog may merge, and what not: a client that takes in what is
 * left has the rows of the site, and a position that it is told never covers what it was not sent.
 */
class ConflationPropertyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PARTITIONS = 3;
  private static final int SHARD = 0;
  private static final List<String> AIRPORTS = List.of("EGLL", "CYYZ", "KATL");
  private static final int ARRIVALS = 0;

  static List<Long> seeds() {
    Long fixed = Long.getLong("windsock.conflation.seed");
    return fixed != null ? List.of(fixed) : new Random().longs(10).boxed().toList();
  }

  /** A client that takes in events, and knows for each key what it was sent last. */
  private static final class Client {
    private final Map<String, JsonNode> rows = new TreeMap<>();
    private final Map<String, Long> versions = new HashMap<>();
    private final SseParser parser = new SseParser(this::take);
    private String token = "";

    void take(Buffer bytes) {
      parser.take(bytes.getBytes(), 0, bytes.length());
    }

    private void take(SseEvent event) {
      try {
        JsonNode data = JSON.readTree(event.data());
        String key = data.path("key").asText();
        if (event.name().equals("update")) {
          rows.put(key, data);
          versions.put(key, data.get("version").asLong());
        } else if (event.name().equals("remove")) {
          rows.remove(key);
          versions.put(key, data.get("version").asLong());
        }
      } catch (JsonProcessingException e) {
        throw new AssertionError(event.toString(), e);
      }
      if (!event.id().isEmpty()) {
        token = event.id();
      }
    }
  }

  /** The hub without its threads: an inbox, its rounds, and the chunks of one filter. */
  private static final class Pipeline {
    private final Metrics metrics = new Metrics();
    private final Inbox inbox;
    private final FilterChannels channels;
    private final UpdateEncoder encoder;
    private final Filter filter;

    Pipeline(TestSite site, Filter filter, int conflateAbove) {
      int views = site.definition().views().size();
      inbox = new Inbox(views, new Inbox.Bounds(conflateAbove, 10_000, 1_000_000), metrics);
      channels = new FilterChannels(views, 1);
      channels.count(filter, SHARD, 1);
      encoder = new UpdateEncoder(site, channels, new Mark(0, "", 0), metrics);
      this.filter = filter;
    }

    List<Chunk> round() throws InterruptedException {
      PendingBatches round = ConflationPropertyTest.round(inbox);
      Mark end = encoder.encode(round);
      inbox.delivered(0);
      return channels.take(end).get(SHARD).getOrDefault(filter, List.of());
    }
  }

  private static PendingBatches round(Inbox inbox) throws InterruptedException {
    Inbox.Work work = inbox.take();
    PendingBatches round = work == null ? null : work.round();
    if (round == null) {
      throw new AssertionError("no round is due");
    }
    return round;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldLeaveWhatCountsWhenTheHubIsBehind(long seed) throws InterruptedException {
    Random random = new Random(seed);
    FlightLog log = new FlightLog(seed, PARTITIONS, 20, AIRPORTS, () -> 1000);
    Filter filter = Filter.ofView(ARRIVALS, "EGLL");
    try (TestSite site = TestSite.start("m1", PARTITIONS)) {
      site.wantUpdates();
      Pipeline pipeline = new Pipeline(site, filter, 30);
      Client client = new Client();
      for (int i = 0; i < 200; i++) {
        pipeline.inbox.offer(site.apply(log.next(1 + random.nextInt(10))));
        if (random.nextInt(6) == 0) {
          for (Chunk chunk : pipeline.round()) {
            client.take(chunk.bytes());
          }
        }
      }
      pipeline.inbox.offer(site.apply(log.next(1)));
      pipeline.round().forEach(chunk -> client.take(chunk.bytes()));

      assertThat(client.rows)
          .as("seed " + seed)
          .isEqualTo(Views.items(site.url(), "view=arrivals&airport=EGLL"));
      assertThat(pipeline.metrics.counter(Metric.HUB_CONFLATED).count()).isPositive();
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldGiveAClientThatJoinsAmidARoundWhatItsStateLacks(long seed)
      throws InterruptedException {
    Random random = new Random(seed);
    FlightLog log = new FlightLog(seed, PARTITIONS, 400, AIRPORTS, () -> 1000);
    try (TestSite site = TestSite.start("m1", PARTITIONS)) {
      site.wantUpdates();
      Pipeline pipeline = new Pipeline(site, Filter.ofView(2, ""), 30);
      pipeline.inbox.offer(site.apply(log.schedule()));
      pipeline.round();
      int most = 0;
      for (int i = 0; i < 10; i++) {
        Client client = new Client();
        UpdateBatch known = site.apply(log.next(1 + random.nextInt(600)));
        pipeline.inbox.offer(known);
        client.rows.putAll(Views.items(site.url(), "view=all"));
        Mark synced = new Mark(known.number(), site.token().toString(), 0);
        pipeline.inbox.offer(site.apply(log.next(1 + random.nextInt(600))));
        List<Chunk> chunks = pipeline.round();
        most = Math.max(most, chunks.size());
        for (Chunk chunk : chunks) {
          if (!chunk.isKnown(synced.batch())) {
            Chunk news = SseText.without(chunk, synced);
            assertThat(news.end().batch()).isGreaterThanOrEqualTo(synced.batch());
            client.take(news.bytes());
          }
        }
        assertThat(client.rows)
            .as("seed " + seed + ", round " + i)
            .isEqualTo(Views.items(site.url(), "view=all"));
        assertThat(client.token).isEqualTo(site.token().toString());
      }
      assertThat(most).as("chunks of a round").isGreaterThan(2);
      assertThat(pipeline.metrics.counter(Metric.HUB_CONFLATED).count()).isPositive();
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void shouldTellASlowClientNoPositionThatItHasNotReached(long seed) throws InterruptedException {
    Random random = new Random(seed);
    FlightLog log = new FlightLog(seed, PARTITIONS, 20, AIRPORTS, () -> 1000);
    try (TestSite site = TestSite.start("m1", PARTITIONS)) {
      site.wantUpdates();
      Pipeline pipeline = new Pipeline(site, Filter.ofView(2, ""), Integer.MAX_VALUE);
      Backlog backlog = new Backlog();
      Client client = new Client();
      List<UpdateBatch> all = new ArrayList<>();
      int positions = 0;
      for (int i = 0; i < 300; i++) {
        UpdateBatch batch = site.apply(log.next(1 + random.nextInt(10)));
        all.add(batch);
        pipeline.inbox.offer(batch);
        for (Chunk chunk : pipeline.round()) {
          backlog.add(chunk.events(), chunk.end());
        }
        if (random.nextInt(4) == 0) {
          String before = client.token;
          client.take(backlog.next());
          if (!client.token.equals(before)) {
            positions++;
            assertReached(seed, client, all);
          }
        }
      }
      while (!backlog.isEmpty()) {
        client.take(backlog.next());
      }
      assertReached(seed, client, all);
      assertThat(client.token).isEqualTo(site.token().toString());
      assertThat(client.rows).isEqualTo(Views.items(site.url(), "view=all"));
      assertThat(backlog.bytes()).isZero();
      assertThat(backlog.takeReplaced()).isPositive();
      assertThat(positions).isGreaterThan(10);
    }
  }

  /** Everything before the client's position has been sent to it, or something newer. */
  private static void assertReached(long seed, Client client, List<UpdateBatch> all) {
    Token position = Token.parse(client.token);
    Map<String, Long> due = new HashMap<>();
    for (UpdateBatch batch : all) {
      for (int i = 0; i < batch.size(); i++) {
        if (batch.update(i).offset() < position.next(batch.update(i).partition())) {
          due.put(batch.update(i).key(), batch.update(i).version());
        }
      }
    }
    due.forEach(
        (key, version) -> {
          @Nullable Long sent = client.versions.get(key);
          assertThat(sent).as("seed " + seed + ", " + key + " at " + position).isNotNull();
          assertThat(sent).as("seed " + seed + ", " + key).isGreaterThanOrEqualTo(version);
        });
  }

  @Test
  void shouldConflateRoundsThatAreRareBecauseTheirDeliveryTakesLong() throws InterruptedException {
    FlightLog log = new FlightLog(1, PARTITIONS, 20, AIRPORTS, () -> 1000);
    try (TestSite site = TestSite.start("m1", PARTITIONS);
        Metrics metrics = new Metrics()) {
      site.wantUpdates();
      Inbox inbox = new Inbox(3, Inbox.STANDARD, metrics);
      inbox.offer(site.apply(log.schedule()));
      long beganNs = System.nanoTime();
      assertThat(round(inbox).isConflated()).isFalse();
      inbox.delivered(Pace.CONFLATED_NS);
      inbox.delivered(Pace.CONFLATED_NS);
      for (int i = 0; i < 50; i++) {
        inbox.offer(site.apply(log.next(10)));
      }

      PendingBatches second = round(inbox);

      assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(2 * Pace.CONFLATED_NS);
      assertThat(second.isConflated()).isTrue();
      assertThat(second.updates()).isLessThanOrEqualTo(20);
      assertThat(metrics.counter(Metric.HUB_CONFLATED).count()).isGreaterThanOrEqualTo(480);
    }
  }

  @Test
  void shouldDoCommandsWhileTheNextRoundIsNotDue() throws InterruptedException {
    FlightLog log = new FlightLog(1, PARTITIONS, 20, AIRPORTS, () -> 1000);
    try (TestSite site = TestSite.start("m1", PARTITIONS);
        Metrics metrics = new Metrics()) {
      site.wantUpdates();
      Inbox inbox = new Inbox(3, Inbox.STANDARD, metrics);
      inbox.offer(site.apply(log.schedule()));
      round(inbox);
      inbox.delivered(TimeUnit.MINUTES.toNanos(1));
      inbox.delivered(TimeUnit.MINUTES.toNanos(1));
      inbox.offer(site.apply(log.next(10)));
      inbox.command(() -> {});

      Inbox.Work work = inbox.take();

      assertThat(work).isNotNull();
      assertThat(work.commands()).hasSize(1);
      assertThat(work.round()).isNull();
    }
  }

  @Test
  void shouldDropEverythingAndSaySoWhenTheHubIsFarBehind() throws InterruptedException {
    FlightLog log = new FlightLog(1, PARTITIONS, 50, AIRPORTS, () -> 1000);
    try (TestSite site = TestSite.start("m1", PARTITIONS);
        Metrics metrics = new Metrics()) {
      site.wantUpdates();
      Inbox inbox = new Inbox(3, new Inbox.Bounds(10, 40, 1_000_000), metrics);
      inbox.offer(site.apply(log.schedule())); // 50 keys, more than there may be
      inbox.offer(site.apply(log.next(3)));

      Inbox.Work work = inbox.take();

      assertThat(work).isNotNull();
      assertThat(work.overrun()).isTrue();
      assertThat(work.round()).isNotNull();
      assertThat(work.round().updates()).isLessThanOrEqualTo(3);
      inbox.offer(site.apply(log.next(3)));
      Inbox.Work next = inbox.take();
      assertThat(next).isNotNull();
      assertThat(next.overrun()).isFalse();
    }
  }
}
