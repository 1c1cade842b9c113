package io.windsock.contracts.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The catalogues under {@code src/test/resources/catalogues}: FlightPosition as it is (id 101), and
 * a later one (id 102) with a field more, a field less and an enum with a symbol more.
 */
class SchemaEvolutionTest {
  private final Catalogue before = Catalogue.load(folder("before"));
  private final Catalogue both = Catalogue.load(folder("both"));
  private final Catalogue known = Catalogue.load(folder("known"));

  private static Path folder(String name) {
    return Path.of("src/test/resources/catalogues").resolve(name);
  }

  private static SchemaVersion version(Catalogue catalogue, int id) {
    return requireNonNull(catalogue.version(id));
  }

  private static byte[] older(Catalogue catalogue) {
    GenericRecord event =
        new GenericRecordBuilder(version(catalogue, 101).schema())
            .set("eventTime", 1000L)
            .set("latitude", 51.5)
            .set("longitude", -0.5)
            .set("squawk", "7000")
            .set("source", symbol(version(catalogue, 101), "RADAR"))
            .build();
    return new EventCodec(catalogue).encode(catalogue.type("FlightPosition"), event);
  }

  private static GenericData.EnumSymbol symbol(SchemaVersion version, String symbol) {
    return new GenericData.EnumSymbol(version.schema().getField("source").schema(), symbol);
  }

  private byte[] newer(String source) {
    SchemaVersion version = version(both, 102);
    GenericRecord event =
        new GenericRecordBuilder(version.schema())
            .set("eventTime", 2000L)
            .set("latitude", 52.5)
            .set("longitude", -1.5)
            .set("windKt", 35)
            .set("source", symbol(version, source))
            .build();
    return new EventCodec(both).encode(both.type("FlightPosition"), event);
  }

  @Test
  void shouldReadAnOlderVersionAsTheCurrentOne() throws UndecodableException {
    byte[] framed = older(before);

    GenericRecord event = new EventCodec(both).decode(framed);

    assertThat(event.getSchema()).isEqualTo(version(both, 102).schema());
    assertThat(event.get("latitude")).isEqualTo(51.5);
    assertThat(event.get("windKt")).isNull();
    assertThat(event.get("source")).hasToString("RADAR");
    assertThat(new EventValidator(both).fault(framed)).isNull();
  }

  /** The builds before this one wrote it. */
  @Test
  void shouldReadAnEarlierVersionOfAGatewaysSample() throws UndecodableException {
    Catalogue catalogue = Catalogue.builtIn("airline");
    SchemaVersion first = version(catalogue, 8);
    GenericRecord sample = (GenericRecord) new RandomData(first.schema(), 1, 7).iterator().next();
    byte[] framed = framed(first, sample);

    GatewaySample read = new EventCodec(catalogue).decode(framed, GatewaySample.class);

    assertThat(new EventValidator(catalogue).fault(framed)).isNull();
    assertThat(read.getBusy()).isEqualTo(sample.get("busy"));
    assertThat(read.getGateway()).hasToString(sample.get("gateway").toString());
    assertThat(read.getShedKeys()).isZero();
    assertThat(read.getLastDetectionMs()).isZero();
  }

  /** The builds before this one wrote it. */
  @Test
  void shouldReadAnEarlierVersionOfALinksSample() throws UndecodableException {
    Catalogue catalogue = Catalogue.builtIn("airline");
    SchemaVersion first = version(catalogue, 9);
    GenericRecord sample = (GenericRecord) new RandomData(first.schema(), 1, 7).iterator().next();
    byte[] framed = framed(first, sample);

    LinkSample read = new EventCodec(catalogue).decode(framed, LinkSample.class);

    assertThat(new EventValidator(catalogue).fault(framed)).isNull();
    assertThat(read.getRpoMs()).isEqualTo(sample.get("rpoMs"));
    assertThat(read.getRpoGoalMs()).isNegative();
    assertThat(read.getStages()).isEmpty();
  }

  private static byte[] framed(SchemaVersion version, GenericRecord record) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[Framing.HEADER_BYTES]);
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<GenericRecord>(version.schema()).write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] framed = bytes.toByteArray();
    Framing.writeHeader(framed, version.id());
    return framed;
  }

  @Test
  void shouldReadANewerVersionAsTheOneItWorksWith() throws UndecodableException {
    byte[] framed = newer("RADAR");

    GenericRecord event = new EventCodec(known).decode(framed);

    assertThat(event.getSchema()).isEqualTo(version(before, 101).schema());
    assertThat(event.get("latitude")).isEqualTo(52.5);
    assertThat(event.get("squawk")).isNull();
    assertThat(Framing.eventTimeMs(framed)).isEqualTo(2000L);
  }

  @Test
  void shouldReadASymbolThatANewerVersionAddedAsUnknown() throws UndecodableException {
    assertThat(new EventCodec(known).decode(newer("SATELLITE")).get("source"))
        .hasToString("UNKNOWN");
  }

  @Test
  void shouldWriteTheVersionItWorksWith() {
    assertThat(Framing.schemaId(older(before))).isEqualTo(101);
    assertThat(Framing.schemaId(older(known))).isEqualTo(101);
    assertThat(Framing.schemaId(newer("RADAR"))).isEqualTo(102);
  }

  @Test
  void shouldNotKnowAVersionThatItsCatalogueDoesNotList() {
    assertThatThrownBy(() -> new EventCodec(before).decode(newer("RADAR")))
        .isInstanceOf(UndecodableException.class)
        .hasMessage("unknown schema id 102");
  }

  @Test
  void shouldReadEveryVersionByEveryOther() throws UndecodableException {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      Catalogue writer = random.nextBoolean() ? both : known;
      EventType type = writer.type("FlightPosition");
      var data = new RandomData(type.current().schema(), 1, random.nextLong());
      byte[] framed = new EventCodec(writer).encode(type, (GenericRecord) data.iterator().next());
      for (Catalogue reader : Stream.of(both, known).toList()) {
        assertThat(new EventCodec(reader).decode(framed).get("eventTime"))
            .as("seed %d", seed)
            .isEqualTo(Framing.eventTimeMs(framed));
      }
    }
  }

  @Test
  void shouldRefuseAVersionThatCannotReadTheOthersOrBeReadByThem(@TempDir Path folder)
      throws IOException {
    for (String file : new String[] {"State.avsc", "FlightPosition-101.avsc"}) {
      Files.copy(folder("both").resolve(file), folder.resolve(file));
    }
    String yaml = Files.readString(folder("both").resolve("catalogue.yaml"));
    Files.writeString(folder.resolve("catalogue.yaml"), yaml);
    String later = Files.readString(folder("both").resolve("FlightPosition-102.avsc"));

    refuses(folder, later.replace("\"default\": null", "\"doc\": \"no default\""), "it can't read");
    refuses(folder, later.replace("\"double\"", "\"string\""), "it can't read records of id 101");
    refuses(folder, later.replace("\"double\"", "\"float\""), "it can't read records of id 101");
    refuses(folder, later.replace("longitude", "lon"), "of id 101 can't read its records");
    String fewerSymbols = later.replace("\"RADAR\", ", "");
    refuses(
        folder,
        fewerSymbols.replace(", \"default\": \"UNKNOWN\"", ""),
        "it can't read records of id 101");
  }

  private static void refuses(Path folder, String schema, String reason) throws IOException {
    Files.writeString(folder.resolve("FlightPosition-102.avsc"), schema);

    assertThatThrownBy(() -> Catalogue.load(folder))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("catalogue.yaml: types[0].versions[1].schema: ")
        .hasMessageContaining(reason);
  }
}
