package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import io.windsock.site.testing.Views;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ViewsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EGLL = "/v1/views/arrivals?airport=EGLL";
  private static final String CYYZ = "/v1/views/arrivals?airport=CYYZ";
  private static final Duration LONG = Duration.ofMinutes(1);

  private final FlightLog log = new FlightLog(11, 2, 60, List.of("EGLL", "CYYZ"), () -> 1000);
  private @Nullable TestSite started;

  @AfterEach
  void stop() {
    if (started != null) {
      started.close();
    }
  }

  private TestSite start(ServerConfig config) {
    TestSite site = TestSite.start("m1", 1, 2, config);
    started = site;
    site.apply(log.schedule());
    return site;
  }

  private TestSite start() {
    return start(new TestConfig().cache(64 << 20, 8 << 20, LONG).build());
  }

  private static double encoded(TestSite site) {
    return site.metric("windsock_view_encoded_encodings_total");
  }

  @Test
  void shouldEncodeOnceHoweverManyAskAtOnce() throws Exception {
    TestSite site = start();
    ExecutorService askers = Executors.newFixedThreadPool(16);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      answers.add(askers.submit(() -> RawHttp.get(site.port(), EGLL).text()));
    }
    String first = answers.get(0).get();
    for (Future<String> answer : answers) {
      assertThat(answer.get()).isEqualTo(first);
    }
    askers.shutdown();
    assertThat(encoded(site)).isEqualTo(1);
    assertThat(JSON.readTree(first).get("rows")).isNotEmpty();
  }

  @Test
  void shouldEncodeOnceForAllThatAskWhileItEncodesAnEarlierVersion() throws Exception {
    TestSite site = start();
    int flight = flightOf(site, EGLL);
    site.apply(List.of(log.position(flight)));
    double before = encoded(site);
    CountDownLatch read = new CountDownLatch(1);
    site.hold(thread -> thread.contains("-scan-"), read);
    List<CompletableFuture<RawHttp.Answer>> answers = new ArrayList<>();
    answers.add(asked(site));
    await().until(() -> encoded(site) == before + 1);

    for (int waiting = 1; waiting <= 5; waiting++) {
      site.apply(List.of(log.position(flight)));
      double others = waiting - 1;
      answers.add(asked(site));
      await().until(() -> waiting(site) == others);
    }
    read.countDown();

    RawHttp.Answer last = answers.get(5).get();
    for (CompletableFuture<RawHttp.Answer> answer : answers) {
      assertThat(answer.get().text()).isEqualTo(last.text());
    }
    assertThat(encoded(site)).isEqualTo(before + 2);
    assertThat(RawHttp.get(site.port(), EGLL).header("ETag")).isEqualTo(last.header("ETag"));
    assertThat(encoded(site)).as("the last one is kept").isEqualTo(before + 2);
  }

  private static CompletableFuture<RawHttp.Answer> asked(TestSite site) {
    return CompletableFuture.supplyAsync(
        () -> RawHttp.get(site.port(), EGLL), task -> new Thread(task).start());
  }

  /** How many have waited for an encoding that another request had asked for. */
  private static double waiting(TestSite site) {
    return site.metric("windsock_view_shared_requests_total");
  }

  @Test
  void shouldNeverAnswerWithAnEarlierVersionThanWasAppliedWhenAsked() throws Exception {
    TestSite site = start();
    int flight = flightOf(site, EGLL);
    AtomicLong applied = new AtomicLong();
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService askers = Executors.newFixedThreadPool(6);
    List<Future<Integer>> counts = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String[] headers = i % 2 == 0 ? new String[0] : new String[] {"Accept-Encoding", "gzip"};
      counts.add(askers.submit(() -> askUntil(over, site, headers, flight, applied)));
    }

    for (int i = 0; i < 400; i++) {
      site.apply(List.of(log.position(flight)));
      applied.set(version(JSON.readTree(RawHttp.get(site.port(), EGLL).body()), flight));
    }
    over.set(true);

    for (Future<Integer> count : counts) {
      assertThat(count.get()).isPositive();
    }
    askers.shutdown();
  }

  private static int askUntil(
      AtomicBoolean over, TestSite site, String[] headers, int flight, AtomicLong applied)
      throws IOException {
    int asked = 0;
    for (; !over.get(); asked++) {
      long least = applied.get();
      RawHttp.Answer answer = RawHttp.get(site.port(), EGLL, headers);
      byte[] body = answer.body();
      if (answer.header("Content-Encoding").equals("gzip")) {
        body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
      }
      assertThat(version(JSON.readTree(body), flight)).isGreaterThanOrEqualTo(least);
    }
    return asked;
  }

  private static long version(JsonNode view, int flight) {
    for (JsonNode item : view.get("rows")) {
      if (item.get("key").asText().equals(FlightLog.key(flight))) {
        return item.get("version").asLong();
      }
    }
    throw new AssertionError("no flight " + flight + " in " + view);
  }

  @Test
  void shouldEncodeAgainOnlyWhatHasChanged() {
    TestSite site = start();
    String egll = RawHttp.get(site.port(), EGLL).header("ETag");
    String cyyz = RawHttp.get(site.port(), CYYZ).header("ETag");
    assertThat(encoded(site)).isEqualTo(2);

    int flight = flightOf(site, EGLL);
    site.apply(List.of(log.position(flight)));

    assertThat(RawHttp.get(site.port(), CYYZ).header("ETag")).isEqualTo(cyyz);
    assertThat(encoded(site)).isEqualTo(2);
    assertThat(RawHttp.get(site.port(), EGLL).header("ETag")).isNotEqualTo(egll);
    assertThat(encoded(site)).isEqualTo(3);
  }

  private static int flightOf(TestSite site, String target) {
    String body = RawHttp.get(site.port(), target).text();
    try {
      String key = JSON.readTree(body).get("rows").get(0).get("key").asText();
      return Integer.parseInt(key.substring(2));
    } catch (IOException e) {
      throw new AssertionError(body, e);
    }
  }

  @Test
  void shouldTellAClientThatNothingHasChanged() {
    TestSite site = start();
    String etag = RawHttp.get(site.port(), EGLL).header("ETag");

    RawHttp.Answer same = RawHttp.get(site.port(), EGLL, "If-None-Match", "\"x\", " + etag);
    assertThat(same.status()).isEqualTo(304);
    assertThat(same.header("ETag")).isEqualTo(etag);
    assertThat(same.header("Windsock-Token")).isNotEmpty();

    site.apply(List.of(log.position(flightOf(site, EGLL))));
    assertThat(RawHttp.get(site.port(), EGLL, "If-None-Match", etag).status()).isEqualTo(200);
  }

  @Test
  void shouldCompressWhereThatIsAskedFor() throws IOException {
    TestSite site = start();
    RawHttp.Answer plain = RawHttp.get(site.port(), EGLL);
    RawHttp.Answer zipped = RawHttp.get(site.port(), EGLL, "Accept-Encoding", "br, gzip;q=0.5");
    RawHttp.Answer refused = RawHttp.get(site.port(), EGLL, "Accept-Encoding", "gzip;q=0, br");

    assertThat(zipped.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(zipped.header("Vary")).contains("Accept-Encoding");
    assertThat(zipped.header("ETag")).isNotEqualTo(plain.header("ETag"));
    assertThat(zipped.body().length).isLessThan(plain.body().length / 2);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
        .isEqualTo(plain.body());
    assertThat(refused.body()).isEqualTo(plain.body());
  }

  @Test
  void shouldServeAvroToPrograms() throws IOException {
    TestSite site = start();
    RawHttp.Answer answer =
        RawHttp.get(site.port(), EGLL, "Accept", "application/json;q=0.5, application/avro");
    assertThat(answer.header("Content-Type")).isEqualTo("application/avro");

    Schema item =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"KeyedState\",\"fields\":["
                    + "{\"name\":\"key\",\"type\":\"string\"},"
                    + "{\"name\":\"state\",\"type\":\"bytes\"}]}");
    GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(item);
    BinaryDecoder in = DecoderFactory.get().binaryDecoder(answer.body(), null);
    Map<String, byte[]> states = new TreeMap<>();
    while (!in.isEnd()) {
      GenericRecord record = reader.read(null, in);
      ByteBuffer state = (ByteBuffer) record.get("state");
      byte[] bytes = new byte[state.remaining()];
      state.get(bytes);
      states.put(record.get("key").toString(), bytes);
    }

    assertThat(states.keySet())
        .isEqualTo(Views.items(site.url(), "view=arrivals&airport=EGLL").keySet());
    try (SiteSnapshot snapshot = site.snapshot()) {
      states.forEach(
          (key, state) ->
              assertThat(state).isEqualTo(snapshot.state(key.getBytes(StandardCharsets.UTF_8))));
    }
    String key = states.keySet().iterator().next();
    assertThat(RawHttp.get(site.port(), "/v1/state/" + key, "Accept", "application/avro").body())
        .isEqualTo(states.get(key));
  }

  @Test
  void shouldGiveTheFirstRowsInTheViewsOrder() throws IOException {
    TestSite site = start();
    JsonNode all = JSON.readTree(RawHttp.get(site.port(), EGLL).body()).get("rows");
    JsonNode three = JSON.readTree(RawHttp.get(site.port(), EGLL + "&limit=3").body()).get("rows");

    assertThat(three).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(three.get(i)).isEqualTo(all.get(i));
    }
    for (int i = 1; i < all.size(); i++) {
      assertThat(all.get(i - 1).at("/row/scheduled").asLong())
          .isLessThanOrEqualTo(all.get(i).at("/row/scheduled").asLong());
    }
  }

  @Test
  void shouldSendAViewPageByPageThatIsTooBigToKeep() {
    TestSite site = start(new TestConfig().cache(64 << 20, 1000, LONG).build());
    try (SiteSnapshot snapshot = site.snapshot()) {
      RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/views/all");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("ETag")).isEmpty();
      assertThat(answer.header("Windsock-Token")).isEqualTo(snapshot.token().toString());
      assertThat(Views.items(site.url(), "view=all")).hasSize(60);
    }
    assertThat(site.metric("windsock_view_streamed_answers_total")).isEqualTo(2);
    assertThat(site.metric("windsock_view_bytes")).isZero();
    // Known to be too big by now: not encoded in vain a second time.
    assertThat(encoded(site)).isEqualTo(1);
  }

  /** Whole states in Avro are bigger than rows in JSON. */
  @Test
  void shouldKeepAFormOfWhichAnotherIsTooBig() {
    String arrivals = "/v1/views/arrivals?airport=EGLL";
    TestSite first = start();
    int json = RawHttp.get(first.port(), arrivals).body().length;
    int avro = RawHttp.get(first.port(), arrivals, "Accept", "application/avro").body().length;
    assertThat(avro).isGreaterThan(json + 1000);
    first.close();
    TestSite site = start(new TestConfig().cache(64 << 20, json + 500, LONG).build());
    RawHttp.get(site.port(), arrivals, "Accept", "application/avro");
    assertThat(site.metric("windsock_view_streamed_answers_total")).isEqualTo(1);

    RawHttp.Answer kept = RawHttp.get(site.port(), arrivals);

    assertThat(kept.header("ETag")).isNotEmpty();
    assertThat(site.metric("windsock_view_streamed_answers_total")).isEqualTo(1);
  }

  @Test
  void shouldSubscribeToAViewThatIsTooBigToKeep() {
    TestSite site = start(new TestConfig().cache(64 << 20, 1000, LONG).build());
    try (SseStreams streams = new SseStreams()) {
      RowsClient client = new RowsClient(streams, "view=all");
      client.connect(site.url());
      await().until(client::isLive);
      site.apply(log.next(100));
      Map<String, JsonNode> expected = Views.items(site.url(), "view=all");
      await().untilAsserted(() -> assertThat(client.rows()).isEqualTo(expected));
      assertThat(client.faults()).isEmpty();
    }
  }

  @Test
  void shouldKeepTheCacheWithinItsBound() {
    int bound = 100_000;
    TestSite site = start(new TestConfig().cache(bound, 90_000, LONG).build());
    for (int i = 1; i <= 60; i++) {
      RawHttp.get(site.port(), EGLL + "&limit=" + i);
      RawHttp.get(site.port(), "/v1/views/departures?airport=X" + i);
      assertThat(site.metric("windsock_view_bytes")).isLessThanOrEqualTo(bound);
    }
    assertThat(site.metric("windsock_view_dropped_groups_total{reason=\"room\"}")).isPositive();
    assertThat(RawHttp.get(site.port(), EGLL + "&limit=2").status()).isEqualTo(200);
  }

  @Test
  void shouldForgetWhatNobodyAsksFor() {
    TestSite site =
        start(new TestConfig().cache(64 << 20, 8 << 20, Duration.ofMillis(100)).build());
    RawHttp.get(site.port(), EGLL);

    await()
        .untilAsserted(
            () -> {
              assertThat(site.metric("windsock_view_bytes")).isZero();
              assertThat(site.wantsUpdates()).isFalse();
            });
  }

  @Test
  void shouldLetAClientGoOnFromAViewsPosition() {
    TestSite site = start();
    RawHttp.Answer first = RawHttp.get(site.port(), EGLL);
    site.apply(log.next(2));
    try (SseStreams streams = new SseStreams()) {
      RowsClient client =
          new RowsClient(streams, "view=arrivals&airport=EGLL")
              .from(first.text(), first.header("Windsock-Token"));
      client.connect(site.url());
      await().until(client::isLive);
      assertThat(client.rows()).isEqualTo(Views.items(site.url(), "view=arrivals&airport=EGLL"));
      assertThat(client.seen("resume")).isEqualTo(1);
      assertThat(client.faults()).isEmpty();
    }
  }
}
