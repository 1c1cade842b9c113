package io.windsock.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.wire.CoalescedUpdate;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A catalogue under ids that it does not list. */
class CatalogueIdsTest {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");

  /** As a registry gives them: no id as listed, and in another order. */
  private static int given(SchemaVersion version) {
    return 1000 - version.listedId();
  }

  private final Catalogue numbered = AIRLINE.withIds(CatalogueIdsTest::given);

  static Stream<Arguments> ownRecords() {
    return Stream.of(
        arguments(Marker.class, 1),
        arguments(CoalescedUpdate.class, 2),
        arguments(Parameters.class, 3),
        arguments(CommitPoint.class, 4),
        arguments(SiteSample.class, 5),
        arguments(TopologySample.class, 6),
        arguments(Decision.class, 7),
        arguments(GatewaySample.class, 10),
        arguments(LinkSample.class, 11));
  }

  @ParameterizedTest
  @MethodSource("ownRecords")
  void shouldTellTheIdsOfItsOwnRecords(Class<? extends SpecificRecord> record, int listed) {
    assertThat(AIRLINE.id(record)).isEqualTo(listed);
    assertThat(numbered.id(record)).isEqualTo(1000 - listed);
    assertThat(Objects.requireNonNull(numbered.version(1000 - listed)).type().isOwn()).isTrue();
  }

  @Test
  void shouldChangeNothingButTheIds() {
    assertThat(numbered.domain()).isEqualTo(AIRLINE.domain());
    assertThat(numbered.streams()).isEqualTo(AIRLINE.streams());
    assertThat(numbered.versions()).hasSameSizeAs(AIRLINE.versions());
    for (int i = 0; i < AIRLINE.versions().size(); i++) {
      SchemaVersion is = numbered.versions().get(i);
      SchemaVersion was = AIRLINE.versions().get(i);
      assertThat(is.id()).isEqualTo(given(was));
      assertThat(is.listedId()).isEqualTo(was.id()).isEqualTo(was.listedId());
      assertThat(is.schema()).isEqualTo(was.schema());
      assertThat(is.type()).hasToString(was.type().toString()).isNotSameAs(was.type());
      assertThat(is.type().ordinal()).isEqualTo(was.type().ordinal());
      assertThat(is.type().stream()).isEqualTo(was.type().stream());
      assertThat(is.type().supersedable()).isEqualTo(was.type().supersedable());
      assertThat(is.type().isOwn()).isEqualTo(was.type().isOwn()).isEqualTo(was.listedId() < 100);
      assertThat(numbered.listed(was.id())).isSameAs(is);
      assertThat(numbered.version(is.id())).isSameAs(is);
      assertThat(numbered.version(was.id())).isNull();
    }
  }

  @Test
  void shouldFrameWithItsIdsAndReadThemAlone() throws UndecodableException {
    EventType type = numbered.type("FlightArrived");
    GenericRecord event =
        (GenericRecord) new RandomData(type.current().schema(), 1, 7).iterator().next();
    byte[] framed = new EventCodec(numbered).encode(type, event);

    assertThat(Framing.schemaId(framed)).isEqualTo(1000 - 151);
    assertThat(new EventCodec(numbered).decode(framed).get("eventTime"))
        .isEqualTo(event.get("eventTime"));
    assertThat(new EventValidator(numbered).fault(framed)).isNull();
    assertThat(new EventValidator(AIRLINE).fault(framed)).isEqualTo("unknown schema id 849");
  }

  @Test
  void shouldKeepTheCurrentVersion(@TempDir Path folder) throws IOException {
    Catalogue pinned = doors(folder, "current: 101");
    Catalogue last = doors(folder, "");

    assertThat(pinned.withIds(CatalogueIdsTest::given).type("Door").current().id()).isEqualTo(899);
    assertThat(last.withIds(CatalogueIdsTest::given).type("Door").current().id()).isEqualTo(898);
  }

  private static Catalogue doors(Path folder, String current) throws IOException {
    String schema =
        """
        {"type": "record", "name": "%s", "fields": [
          {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"}}%s]}
        """;
    String added = ", {\"name\": \"open\", \"type\": \"boolean\", \"default\": false}";
    Files.writeString(folder.resolve("Door.avsc"), schema.formatted("Door", ""));
    Files.writeString(folder.resolve("Door-2.avsc"), schema.formatted("Door", added));
    Files.writeString(folder.resolve("Floor.avsc"), schema.formatted("Floor", ""));
    Files.writeString(
        folder.resolve("catalogue.yaml"),
        """
        domain: doors
        streams: [doors]
        state: {name: Floor, versions: [{id: 150, schema: Floor.avsc}]}
        types:
          - name: Door
            stream: doors
            supersede: never
            versions: [{id: 101, schema: Door.avsc}, {id: 102, schema: Door-2.avsc}]
            %s
        """
            .formatted(current));
    return Catalogue.load(folder);
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        arguments(
            Map.of(101, -1),
            List.of("schema FlightPosition#101: got the id -1, which is negative")),
        arguments(
            Map.of(111, 1), List.of("schema FlightStatus#111: got the id 1, as Marker#1 did")),
        arguments(
            Map.of(190, 7, 2, Integer.MIN_VALUE),
            List.of(
                "schema CoalescedUpdate#2: got the id -2147483648, which is negative",
                "schema FlightState#190: got the id 7, as Decision#7 did")));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void shouldRefuseIdsThatTellNothing(Map<Integer, Integer> given, List<String> faults) {
    ToIntFunction<SchemaVersion> ids =
        version -> given.getOrDefault(version.listedId(), version.listedId());
    ConfigurationException e =
        catchThrowableOfType(ConfigurationException.class, () -> AIRLINE.withIds(ids));

    assertThat(e.faults()).extracting(Fault::toString).containsExactlyElementsOf(faults);
  }
}
