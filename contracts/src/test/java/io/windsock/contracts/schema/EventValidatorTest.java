package io.windsock.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventValidatorTest {
  private static final int CASES = 150_000;

  /** Keeps the readers that it makes of schemas. */
  private static final GenericData FAST = new GenericData();

  static {
    FAST.setFastReaderEnabled(true);
  }

  /** Every kind of schema that Avro has, nested and recursive. */
  private static final String TORTURE =
      """
      {"type": "record", "name": "Torture", "namespace": "t", "fields": [
        {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "flag", "type": "boolean"},
        {"name": "small", "type": "int"},
        {"name": "text", "type": "string"},
        {"name": "blob", "type": ["null", "bytes"]},
        {"name": "late", "type": ["int", "null"]},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B", "C"]}},
        {"name": "maybe", "type": ["null", "Kind"]},
        {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 5}},
        {"name": "any", "type": ["null", "long", "string", "Hash", {"type": "array", "items": "Kind"}]},
        {"name": "points", "type": {"type": "array", "items":
          {"type": "record", "name": "Point", "fields": [
            {"name": "x", "type": "float"}, {"name": "y", "type": ["null", "double"]}]}}},
        {"name": "tags", "type": {"type": "map", "values": ["null", "Point", "string"]}},
        {"name": "holes", "type": {"type": "array", "items": "null"}},
        {"name": "chain", "type": {"type": "record", "name": "Link", "fields": [
            {"name": "id", "type": "int"}, {"name": "next", "type": ["null", "Link"]}]}}
      ]}
      """;

  private static final String TORTURE_CATALOGUE =
      """
      domain: torture
      streams: [one]
      state: {name: State, versions: [{id: 900, schema: State.avsc}]}
      types:
        - {name: Torture, stream: one, supersede: allowed, versions: [{id: 101, schema: Torture.avsc}]}
      """;

  @Test
  void shouldAgreeWithAvroOnMutatedAirlineEvents() {
    Catalogue catalogue = Catalogue.builtIn("airline");
    List<SchemaVersion> versions = new ArrayList<>();
    catalogue.types().forEach(type -> versions.addAll(type.versions()));

    assertAgreement(catalogue, versions);
  }

  @Test
  void shouldAgreeWithAvroOnEveryKindOfSchema(@TempDir Path folder) throws IOException {
    Catalogue catalogue = torture(folder);

    assertAgreement(catalogue, catalogue.type("Torture").versions());
  }

  @Test
  void shouldNotBelieveALengthBeyondTheEnd() {
    Catalogue catalogue = Catalogue.builtIn("airline");
    EventValidator validator = new EventValidator(catalogue);
    // A position whose call sign claims to be 2 GB long: reading it would allocate that.
    byte[] framed =
        new Walk(111)
            .skip(16)
            .bytes(0, 0, 0, 0, 0, 2)
            .bytes(0xfe, 0xff, 0xff, 0xff, 0x0f)
            .framed(101);

    assertThat(validator.fault(framed))
        .isEqualTo("FlightPosition#101: a length that is negative or beyond the end");
    assertThatThrownBy(() -> new EventCodec(catalogue).decode(framed))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("beyond the end");
  }

  @Test
  void shouldRefuseNestingThatAReaderWouldOverflowOn(@TempDir Path folder) throws IOException {
    Catalogue catalogue = torture(folder);
    Walk walk = new Walk(0).bytes(0, 0, 0, 0, 0, 2, 0, 0).skip(5).bytes(0, 0, 0, 0);
    for (int i = 0; i < 5_000; i++) {
      walk.bytes(0, 2);
    }

    assertThat(new EventValidator(catalogue).fault(walk.bytes(0, 0).framed(101)))
        .isEqualTo("Torture#101: nested deeper than 64");
  }

  @Test
  void shouldNameTheFault() {
    EventValidator validator = new EventValidator(Catalogue.builtIn("airline"));
    byte[] whole = new Walk(0).skip(16).bytes(0, 0, 0, 0, 0, 0, 0, 0).framed(101);

    assertThat(validator.fault(whole)).isNull();
    assertThat(validator.fault(new byte[0])).isEqualTo("not in the Confluent framing");
    assertThat(validator.fault(new Walk(0).framed(77))).isEqualTo("unknown schema id 77");
    assertThat(validator.fault(Arrays.copyOf(whole, whole.length - 1)))
        .isEqualTo("FlightPosition#101: cut short");
    assertThat(validator.fault(Arrays.copyOf(whole, whole.length + 1)))
        .isEqualTo("FlightPosition#101: bytes follow the end of the record");
    whole[whole.length - 1] = 4;
    assertThat(validator.fault(whole))
        .isEqualTo("FlightPosition#101: a union branch that its schema does not have");
  }

  @Test
  void shouldRefuseAVersionOfAnotherCatalogue() {
    EventValidator validator = new EventValidator(Catalogue.builtIn("airline"));
    SchemaVersion other = Catalogue.builtIn("airline").type("FlightPosition").current();

    assertThatThrownBy(() -> validator.plan(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FlightPosition#101");
  }

  private static Catalogue torture(Path folder) throws IOException {
    Files.writeString(folder.resolve("catalogue.yaml"), TORTURE_CATALOGUE);
    Files.writeString(folder.resolve("Torture.avsc"), TORTURE);
    Files.writeString(
        folder.resolve("State.avsc"),
        "{\"type\": \"record\", \"name\": \"State\", \"fields\": []}");
    return Catalogue.load(folder);
  }

  /** The validator admits exactly what Avro's reader, reading to the last byte, can read. */
  private static void assertAgreement(Catalogue catalogue, List<SchemaVersion> versions) {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    EventValidator validator = new EventValidator(catalogue);
    int admitted = 0;
    for (int i = 0; i < CASES; i++) {
      SchemaVersion version = versions.get(random.nextInt(versions.size()));
      byte[] framed = mutate(random, framed(random, version));
      boolean readable = readable(version, framed);
      String fault = validator.fault(framed);
      // Worded only when it is needed: there are many.
      if (readable != (fault == null)) {
        fail("seed %d, case %d, fault '%s', bytes %s", seed, i, fault, Arrays.toString(framed));
      }
      admitted += readable ? 1 : 0;
    }
    assertThat(admitted).as("seed %d", seed).isBetween(CASES / 10, CASES - CASES / 10);
  }

  private static byte[] framed(Random random, SchemaVersion version) {
    Object datum = new RandomData(version.schema(), 1, random.nextLong()).iterator().next();
    return Framing.frame(version.id(), encode(version, (GenericRecord) datum));
  }

  private static byte[] encode(SchemaVersion version, GenericRecord event) {
    try {
      var bytes = new ByteArrayOutputStream();
      var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
      new GenericDatumWriter<GenericRecord>(version.schema()).write(event, encoder);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A third as it was; the others cut, lengthened, or with some bytes or bits changed. */
  private static byte[] mutate(Random random, byte[] framed) {
    int body = framed.length - Framing.HEADER_BYTES;
    byte[] bytes = framed.clone();
    switch (random.nextInt(6)) {
      case 0 -> bytes = Arrays.copyOf(framed, framed.length - 1 - random.nextInt(body));
      case 1 -> bytes = Arrays.copyOf(framed, framed.length + 1 + random.nextInt(3));
      case 2 -> {
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
          bytes[Framing.HEADER_BYTES + random.nextInt(body)] = (byte) random.nextInt();
        }
      }
      case 3 -> {
        int at = Framing.HEADER_BYTES + random.nextInt(body);
        bytes[at] = (byte) (bytes[at] ^ 1 << random.nextInt(8));
      }
      default -> {}
    }
    return bytes;
  }

  private static boolean readable(SchemaVersion version, byte[] framed) {
    try {
      int length = framed.length - Framing.HEADER_BYTES;
      BinaryDecoder decoder =
          DecoderFactory.get().binaryDecoder(framed, Framing.HEADER_BYTES, length, null);
      new GenericDatumReader<GenericRecord>(version.schema(), version.schema(), FAST)
          .read(null, decoder);
      return decoder.isEnd();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      return false;
    }
  }

  /** Bytes written by hand. */
  private static final class Walk {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Walk(int eventTime) {
      out.write(eventTime);
    }

    Walk bytes(int... bytes) {
      for (int b : bytes) {
        out.write(b);
      }
      return this;
    }

    Walk skip(int zeros) {
      out.writeBytes(new byte[zeros]);
      return this;
    }

    byte[] framed(int id) {
      return Framing.frame(id, out.toByteArray());
    }
  }
}
