package io.windsock.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.CoalescedUpdate;
import io.windsock.contracts.wire.Marker;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToIntFunction;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.RandomData;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class SchemaIdsIT {
  private static final Catalogue LISTED = Catalogue.builtIn("airline");
  private static final Catalogue REGISTERED = LISTED.withIds(version -> 1000 - version.listedId());

  private static EmbeddedBroker broker;
  private static Map<String, Object> kafka;

  private Topics topics = Topics.standard();

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start(Options.temporary());
    kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @BeforeEach
  void makeTopics(TestInfo test) throws Exception {
    topics = new Topics(test.getTestMethod().orElseThrow().getName());
    List<NewTopic> all = new ArrayList<>();
    for (String name : List.of(topics.control(), topics.forward(), topics.mirror())) {
      all.add(new NewTopic(name, Optional.of(1), Optional.empty()));
    }
    try (Admin admin = Admin.create(kafka)) {
      admin.createTopics(all).all().get();
    }
  }

  private void agree(Catalogue catalogue) {
    SchemaIds.agree(kafka, topics, catalogue);
  }

  /** A record of each of these types, framed by this catalogue. */
  private void sendToMirrors(Catalogue catalogue, String... types) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(kafka, bytes, bytes)) {
      for (String name : types) {
        EventType type = catalogue.type(name);
        Object record = new RandomData(type.current().schema(), 1, 7).iterator().next();
        byte[] value = new EventCodec(catalogue).encode(type, (GenericRecord) record);
        producer.send(new ProducerRecord<>(topics.mirror(), new byte[] {'k'}, value)).get();
      }
    }
  }

  private long endOfControl() {
    try (AgreedIds agreed = new AgreedIds(kafka, topics)) {
      return agreed.end();
    }
  }

  private void assertRefused(Catalogue catalogue, String why) {
    assertThatThrownBy(() -> agree(catalogue))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "topics "
                + topics.prefix()
                + ".*: their records were framed with other schema ids ("
                + why
                + "): was --schema-registry, or --domain, changed? Give it as before, or start over"
                + " with another --prefix and empty data folders");
  }

  @Test
  void shouldRefuseToSwitchARegistryOff() {
    agree(REGISTERED);
    agree(REGISTERED);
    assertRefused(LISTED, first(REGISTERED, LISTED));
  }

  @Test
  void shouldRefuseToSwitchARegistryOn() {
    agree(LISTED);
    assertRefused(REGISTERED, first(LISTED, REGISTERED));
  }

  /** The first difference by name: {@code AllBaggageLoaded#153}. */
  private static String first(Catalogue told, Catalogue here) {
    return "AllBaggageLoaded#153 has id "
        + told.type("AllBaggageLoaded").current().id()
        + " in them, and "
        + here.type("AllBaggageLoaded").current().id()
        + " here";
  }

  @Test
  void shouldWriteItsRecordOnce() {
    agree(REGISTERED);
    long end = endOfControl();
    agree(REGISTERED);
    assertThat(endOfControl()).isEqualTo(end).isPositive();
  }

  /** As a registry that was empty gives them: from 1 on, Windsock's own as they are listed. */
  private static Catalogue fromOne() {
    int[] next = {0};
    return LISTED.withIds(version -> ++next[0]);
  }

  @Test
  void shouldGoByMarkersWhereThereIsNothingElse() throws Exception {
    sendToMirrors(LISTED, "Marker", "Marker");
    assertRefused(REGISTERED, "unknown schema id 1");
    agree(LISTED);
    assertRefused(REGISTERED, first(LISTED, REGISTERED));
  }

  @Test
  void shouldGoByTheLastEventsWhereTheControlTopicIsAnew() throws Exception {
    sendToMirrors(REGISTERED, "FlightPosition", "Marker");
    assertRefused(LISTED, "unknown schema id " + REGISTERED.id(Marker.class));
    agree(REGISTERED);
    assertRefused(LISTED, first(REGISTERED, LISTED));
  }

  @Test
  void shouldNotGoByRecordsWhoseIdsAreTheSameEitherWay() throws Exception {
    Catalogue fromOne = fromOne();
    assertThat(fromOne.id(CoalescedUpdate.class)).isEqualTo(LISTED.id(CoalescedUpdate.class));
    sendToMirrors(LISTED, "CoalescedUpdate", "FlightPosition", "CoalescedUpdate", "Marker");
    assertRefused(fromOne, "unknown schema id " + LISTED.type("FlightPosition").current().id());
    agree(LISTED);
  }

  @Test
  void shouldCheckWithoutTelling() throws Exception {
    SchemaIds.check(kafka, topics, REGISTERED);
    assertThat(endOfControl()).isZero();
    agree(LISTED);
    assertThatThrownBy(() -> SchemaIds.check(kafka, topics, REGISTERED))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(first(LISTED, REGISTERED));
  }

  @Test
  void shouldRefuseAnIdThatIsAnothersThere() {
    agree(LISTED);
    assertThatThrownBy(() -> agree(tides(SchemaVersion::listedId)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("id 111 is FlightStatus#111 in them, and GaugeReport#111 here");
  }

  @Test
  void shouldAddWhatAnotherCatalogueHasMore() {
    agree(LISTED);
    Catalogue tides =
        tides(version -> version.type().isOwn() ? version.listedId() : 500 + version.listedId());
    agree(tides);
    long end = endOfControl();
    agree(LISTED);
    agree(tides);
    assertThat(endOfControl()).isEqualTo(end);
    assertThatThrownBy(() -> agree(REGISTERED)).isInstanceOf(ConfigurationException.class);
  }

  private static Catalogue tides(ToIntFunction<SchemaVersion> ids) {
    return Catalogue.load(Path.of("../domains/tide-gauges")).withIds(ids);
  }

  @Test
  void shouldSayNothingWithoutAControlTopic() {
    Topics none = new Topics("no-such-topics");
    assertThatCode(() -> SchemaIds.check(kafka, none, REGISTERED)).doesNotThrowAnyException();
  }

  @Test
  void shouldLetOneOfManyWin() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<Boolean>> starts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Catalogue catalogue = i % 2 == 0 ? REGISTERED : LISTED;
      starts.add(() -> agreed(catalogue));
    }
    List<Boolean> agreed = new ArrayList<>();
    try {
      for (Future<Boolean> start : threads.invokeAll(starts)) {
        agreed.add(start.get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(agreed).isIn(List.of(true, false, true, false), List.of(false, true, false, true));
  }

  private boolean agreed(Catalogue catalogue) {
    try {
      agree(catalogue);
      return true;
    } catch (ConfigurationException e) {
      return false;
    }
  }
}
