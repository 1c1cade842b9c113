package io.windsock.gateway.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.gateway.http.TestGateway;
import io.windsock.platform.testing.RawHttp;
import io.windsock.platform.testing.SchemaCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Updates over HTTP into a real broker. */
@Timeout(240)
class UpdatesIT {
  private static final Topics TOPICS = new Topics("updates");
  private static final Catalogue CATALOGUE = Catalogue.builtIn("number-translation");
  private static final int PARTITIONS = 3;
  private static final String BUSY = "'type': 'ServiceBusy', 'event': {}";

  private static JsonNode file;
  private static SchemaCheck schemas;
  private static EmbeddedBroker broker;
  private static Updates updates;
  private static TestGateway gateway;

  @BeforeAll
  static void start() throws Exception {
    String description = "/io/windsock/gateway/openapi.yaml";
    try (InputStream in = UpdatesIT.class.getResourceAsStream(description)) {
      file = new ObjectMapper(new YAMLFactory()).readTree(in);
    }
    schemas = new SchemaCheck(file);
    broker = EmbeddedBroker.start(Options.temporary());
    broker.createTopics(List.of(new NewTopic(TOPICS.source("services"), PARTITIONS, (short) 1)));
    updates =
        Updates.start(
            new UpdateConfig(
                broker.bootstrapServers(),
                TOPICS,
                CATALOGUE,
                Map.of(),
                // The time in which a write must succeed; one test waits for it to pass.
                Duration.ofSeconds(12),
                1_000,
                4 << 20));
    gateway = new TestGateway(TestGateway.LONG, updates);
  }

  @AfterAll
  static void stop() {
    gateway.close();
    updates.close();
    broker.close();
  }

  private static RawHttp.Answer post(String stream, String body, String... headers) {
    byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(List.of(headers));
    if (!all.contains("Content-Type")) {
      all.addAll(List.of("Content-Type", "application/json"));
    }
    all.addAll(List.of("Content-Length", Integer.toString(bytes.length)));
    try (RawHttp http = new RawHttp(gateway.port())) {
      http.request("POST", "/v1/updates/" + stream, all.toArray(new String[0]));
      http.send(bytes);
      return described(http.answer(false));
    }
  }

  /** Holds an answer against what the API's description says of its status. */
  private static RawHttp.Answer described(RawHttp.Answer answer) {
    JsonNode response =
        schemas.resolve(
            file.at("/paths/~1v1~1updates~1{stream}/post/responses").path("" + answer.status()));
    JsonNode schema = response.at("/content/application~1json/schema");
    assertThat(schemas.faults(schemas.resolve(schema), json(answer)))
        .as(answer.status() + " " + answer.text())
        .isEmpty();
    return answer;
  }

  private static JsonNode json(RawHttp.Answer answer) {
    try {
      return new ObjectMapper().readTree(answer.body());
    } catch (IOException e) {
      throw new AssertionError(answer.text(), e);
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> records() {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", broker.bootstrapServers());
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (int p = 0; p < PARTITIONS; p++) {
        partitions.add(new TopicPartition(TOPICS.source("services"), p));
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long end = consumer.endOffsets(partitions).values().stream().mapToLong(o -> o).sum();
      List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
      while (all.size() < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
      return all;
    }
  }

  private static String id(ConsumerRecord<byte[], byte[]> record) {
    return new String(
        record.headers().lastHeader(EventHeaders.UPDATE_ID).value(), StandardCharsets.UTF_8);
  }

  /** The ids of a key's records, in the order of the log. */
  private static List<String> ids(String key) {
    return records().stream()
        .filter(record -> new String(record.key(), StandardCharsets.UTF_8).equals(key))
        .map(UpdatesIT::id)
        .toList();
  }

  @Test
  void shouldWriteAnUpdateWithItsIdAndSayWhere() {
    RawHttp.Answer answer = post("services", "{'id': 'one', 'key': '0800-one', " + BUSY + "}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    JsonNode written = json(answer).path("updates").path(0);
    assertThat(written.path("outcome").asText()).isEqualTo("written");
    ConsumerRecord<byte[], byte[]> record =
        records().stream().filter(r -> id(r).equals("one")).findFirst().orElseThrow();
    assertThat(record.partition()).isEqualTo(written.path("partition").asInt());
    assertThat(record.offset()).isEqualTo(written.path("offset").asLong());
    assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("0800-one");
  }

  @Test
  void shouldWriteEachKeysUpdatesInOrder() throws InterruptedException {
    int requests = 20;
    int each = 25;
    CountDownLatch done = new CountDownLatch(requests);
    List<UpdateResult> results = new ArrayList<>();
    for (int r = 0; r < requests; r++) {
      List<Update> batch = new ArrayList<>();
      for (int i = 0; i < each; i++) {
        int number = r * each + i;
        String body =
            "{'id': 'fifo-" + number + "', 'key': 'fifo-" + number % 3 + "', " + BUSY + "}";
        batch.addAll(updates.reader().read("services", parsed(body)));
      }
      submit(
          batch,
          written -> {
            results.addAll(written); // on the writer's thread alone
            done.countDown();
          });
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(results)
        .hasSize(requests * each)
        .allMatch(result -> result.outcome() == UpdateResult.Outcome.WRITTEN);
    for (int key = 0; key < 3; key++) {
      List<String> expected = new ArrayList<>();
      for (int number = key; number < requests * each; number += 3) {
        expected.add("fifo-" + number);
      }
      assertThat(ids("fifo-" + key)).isEqualTo(expected);
    }
    await().until(() -> updates.writer().pending() == 0);
  }

  private static JsonNode parsed(String body) {
    try {
      return new ObjectMapper().readTree(body.replace('\'', '"'));
    } catch (IOException e) {
      throw new IllegalArgumentException(body, e);
    }
  }

  /** The stream's topic does not exist, so nothing of the request can be written. */
  @Test
  void shouldNotWriteWhatFollowsAFailureOfItsKey() {
    RawHttp.Answer answer =
        post(
            "calls",
            "{'updates': [{'id': 'x1', 'key': '1', 'event': {'calls': 1, 'missed': 0}},"
                + "{'id': 'x2', 'key': '1', 'event': {'calls': 2, 'missed': 0}}]}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(503);
    JsonNode results = json(answer).path("updates");
    assertThat(results.path(0).path("outcome").asText()).isEqualTo("not written");
    assertThat(results.path(0).path("error").asText()).contains("updates");
    assertThat(results.path(1).path("outcome").asText()).isEqualTo("not written");
    assertThat(results.path(1).path("error").asText()).contains("an earlier update of its key");
    assertThat(json(answer).path("error").asText()).startsWith("0 of 2 updates");
    assertThat(json(answer).path("remedy").asText()).contains("the same ids");
    assertThat(answer.header("Retry-After")).isEqualTo("1");
  }

  /** Each of them would otherwise hold up all others for seconds. */
  @Test
  void shouldWriteOtherStreamsWhileATopicIsMissing() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(2);
    List<UpdateResult> all = Collections.synchronizedList(new ArrayList<>());
    List<Update> missing = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      missing.add(new Update("n" + i, "calls", "key-" + i, new byte[] {0}));
    }
    long beganNs = System.nanoTime();
    submit(missing, results -> collect(results, all, done));
    List<Update> other = List.of(new Update("o1", "services", "other", new byte[] {0}));
    submit(other, results -> collect(results, all, done));
    assertThat(done.await(120, TimeUnit.SECONDS)).isTrue();

    assertThat(all)
        .filteredOn(result -> result.id().startsWith("n"))
        .hasSize(100)
        .allMatch(result -> result.outcome() == UpdateResult.Outcome.NOT_WRITTEN);
    assertThat(all)
        .filteredOn(result -> result.id().equals("o1"))
        .extracting(UpdateResult::outcome)
        .containsExactly(UpdateResult.Outcome.WRITTEN);
    // Without it, 100 updates take 100 times half of the delivery time.
    assertThat(System.nanoTime() - beganNs).isLessThan(TimeUnit.SECONDS.toNanos(120));
  }

  private static void submit(List<Update> batch, Consumer<List<UpdateResult>> done) {
    assertThat(updates.writer().submit(batch, done)).isEqualTo(UpdateWriter.Admission.ACCEPTED);
  }

  private static void refuse(List<Update> batch) {
    assertThat(updates.writer().submit(batch, results -> {}))
        .isEqualTo(UpdateWriter.Admission.FULL);
  }

  private static void collect(
      List<UpdateResult> results, List<UpdateResult> all, CountDownLatch done) {
    all.addAll(results);
    done.countDown();
  }

  @Test
  void shouldRefuseTooManyAtOnce() {
    List<Update> many = new ArrayList<>();
    for (int i = 0; i < 1_001; i++) {
      many.add(new Update("m" + i, "services", "m", new byte[] {0}));
    }
    refuse(many);
    await().until(() -> updates.writer().pending() == 0);
  }

  @Test
  void shouldRefuseTooManyBytesAtOnce() throws InterruptedException {
    await().until(() -> updates.writer().pendingBytes() == 0);
    List<Update> big = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      big.add(new Update("b" + i, "services", "b" + i, new byte[UpdateReader.MAX_EVENT_BYTES]));
    }
    refuse(big);
    assertThat(updates.writer().pending()).isZero();

    CountDownLatch done = new CountDownLatch(1);
    List<UpdateResult> all = Collections.synchronizedList(new ArrayList<>());
    submit(big.subList(0, 15), results -> collect(results, all, done));
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(all).hasSize(15);
    await().until(() -> updates.writer().pendingBytes() == 0);
  }

  @Test
  void shouldRefuseWhatIsNoUpdateAndWriteNothing() {
    int before = records().size();
    String good = "{'id': 'g', 'key': 'g', " + BUSY + "}";
    refused(post("services", "{'updates': [" + good + ", {}]}"), 400, "updates[1].id");
    refused(post("services", ""), 400, "update.id");
    refused(post("services", "{"), 400, "not JSON");
    refused(post("services", "[" + good + "]"), 400, "not a JSON object");
    refused(post("services", good + good), 400, "not JSON");
    refused(post("services", "{'id': 'a', 'id': 'b'}"), 400, "not JSON");
    refused(post("services?x=1", good), 400, "unknown query parameter");
    refused(post("nothing", good), 404, "the streams are services, calls");
    refused(post("services", good, "Content-Type", "text/plain"), 415, "text/plain");
    refused(post("services", good, "Origin", "http://evil.example"), 403, "evil.example");
    refused(announced((1 << 20) + 1), 413, "1048576");
    assertThat(RawHttp.ask(gateway.port(), "PUT", "/v1/updates/services").status()).isEqualTo(405);
    assertThat(RawHttp.ask(gateway.port(), "GET", "/v1/updates/services").status()).isEqualTo(405);
    assertThat(records()).hasSize(before);
  }

  /** Announces a body and sends none. */
  private static RawHttp.Answer announced(int bytes) {
    return described(
        RawHttp.ask(
            gateway.port(),
            "POST",
            "/v1/updates/services",
            "Content-Type",
            "application/json",
            "Content-Length",
            Integer.toString(bytes)));
  }

  @Test
  void shouldSayThatAGatewayTakesNone() {
    try (TestGateway other = new TestGateway(TestGateway.LONG)) {
      refused(
          RawHttp.ask(
              other.port(), "POST", "/v1/updates/services", "Content-Type", "application/json"),
          501,
          "takes no updates");
    }
  }

  private static void refused(RawHttp.Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.text()).contains("\"error\":").contains("\"remedy\":").contains(error);
  }
}
