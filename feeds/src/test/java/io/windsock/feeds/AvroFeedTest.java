package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Avro container files, sound and hostile, through a mapping. */
class AvroFeedTest {
  private static final Schema SCHEMA =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Fix", "fields": [
                {"name": "skipped", "type": {"type": "map", "values": ["null", "string", "double"]}},
                {"name": "id", "type": "string"},
                {"name": "self", "type": ["null", "Fix"], "default": null},
                {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                {"name": "place", "type": {"type": "record", "name": "Place", "fields": [
                  {"name": "lat", "type": "double"}, {"name": "lon", "type": ["float", "null"]}]}},
                {"name": "signs", "type": {"type": "array", "items": ["null", "string"]}},
                {"name": "ground", "type": "boolean"},
                {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["X", "Y"]}},
                {"name": "raw", "type": {"type": "fixed", "name": "Raw", "size": 3}},
                {"name": "alt", "type": ["null", "int"]}
              ]}
              """);
  private static final String MAPPING =
      """
      mapping: test
      sources:
        - format: avro
          order: time
          key: "{id}"
          events:
            - type: FlightPosition
              time: {field: at, as: epoch-ms}
              fields:
                latitude: place.lat
                longitude: place.lon
                callsign: "signs[1]"
                onGround: ground
                squawk: kind
                altitudeFt: alt
      """;

  private final Path folder;
  private final FeedFixture feed;

  AvroFeedTest(@TempDir Path folder) {
    this.folder = folder;
    this.feed = new FeedFixture(folder).mapping(MAPPING);
  }

  private static GenericRecord fix(String id, long at, List<String> signs) {
    GenericRecord place = new GenericData.Record(SCHEMA.getField("place").schema());
    place.put("lat", 1.5);
    place.put("lon", 2.5f);
    GenericRecord fix = new GenericData.Record(SCHEMA);
    fix.put("skipped", Map.of("a", "b", "c", 1.0));
    fix.put("id", id);
    fix.put("at", at);
    fix.put("place", place);
    fix.put("signs", signs);
    fix.put("ground", at % 2 == 0);
    fix.put("kind", new GenericData.EnumSymbol(SCHEMA.getField("kind").schema(), "Y"));
    fix.put("raw", new GenericData.Fixed(SCHEMA.getField("raw").schema(), new byte[3]));
    return fix;
  }

  private static byte[] file(CodecFactory codec, int records, int perBlock) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(SCHEMA))) {
      out.setCodec(codec).create(SCHEMA, bytes);
      for (int i = 0; i < records; i++) {
        GenericRecord fix = fix("F" + i, i, List.of("a", "b" + i));
        fix.put("self", i % 3 == 0 ? fix("inner", i, List.of()) : null);
        out.append(fix);
        if (i % perBlock == perBlock - 1) {
          out.sync();
        }
      }
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy", "zstandard"})
  void shouldReadEveryCodec(String codec) throws Exception {
    feed.file("a.avro", file(CodecFactory.fromString(codec), 1000, 90)).read();

    assertThat(feed.faults).isEmpty();
    assertThat(feed.events).hasSize(1000);
    assertThat(feed.events.get(999).key()).isEqualTo("F999");
    assertThat(feed.field(999, "latitude")).isEqualTo(1.5);
    assertThat(feed.field(999, "longitude")).isEqualTo(2.5);
    assertThat(feed.field(999, "callsign")).isEqualTo("b999");
    assertThat(feed.field(999, "onGround")).isEqualTo(false);
    assertThat(feed.field(998, "onGround")).isEqualTo(true);
    assertThat(feed.field(0, "squawk")).isEqualTo("Y");
    assertThat(feed.field(0, "altitudeFt")).isNull();
  }

  @Test
  void shouldLoseOneBlockToCorruption() throws Exception {
    byte[] bytes = file(CodecFactory.deflateCodec(6), 100, 10);
    Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 20, (byte) 0x55);
    feed.file("a.avro", bytes).read();

    assertThat(feed.faults).hasSize(1);
    assertThat(feed.events.size()).isBetween(80, 90);
    assertThat(feed.events.get(feed.events.size() - 1).key()).isEqualTo("F99");
    assertThat(feed.stats().addsUp()).isTrue();
  }

  @Test
  void shouldLoseASnappyBlockWhoseChecksumIsAnother() throws Exception {
    byte[] bytes = file(CodecFactory.snappyCodec(), 100, 10);
    // A literal of the first block: it unpacks all the same, to another altitude's record.
    int literal = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("inner");
    bytes[literal]++;
    feed.file("a.avro", bytes).read();

    assertThat(feed.events).hasSize(90);
    assertThat(feed.events.get(0).key()).isEqualTo("F10");
    assertThat(feed.faults).singleElement().asString().contains("checksum").contains("Snappy");
    assertThat(feed.stats().addsUp()).isTrue();
  }

  @Test
  void shouldRefuseASnappyBlockTooShortForItsChecksum() throws Exception {
    byte[] whole = file(CodecFactory.snappyCodec(), 10, 10);
    byte[] mark = Arrays.copyOfRange(whole, whole.length - 16, whole.length);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(whole);
    bytes.writeBytes(new byte[] {2, 4, 0, 0}); // one record in two bytes
    bytes.writeBytes(mark);
    feed.file("a.avro", bytes.toByteArray()).read();

    assertThat(feed.events).hasSize(10);
    assertThat(feed.faults).singleElement().asString().contains("checksum");
  }

  @Test
  void shouldGoOnAtTheNextBlockAfterANonsenseSize() throws Exception {
    byte[] bytes = file(CodecFactory.nullCodec(), 100, 10);
    byte[] mark = Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length);
    int second = indexOf(bytes, mark, indexOf(bytes, mark, 0) + 16) + 16;
    // The block's count stays; its size becomes a number without end.
    Arrays.fill(bytes, second + 1, second + 16, (byte) 0xff);
    feed.file("a.avro", bytes).read();

    assertThat(feed.reasons()).hasSize(1);
    assertThat(feed.events).hasSize(90);
  }

  private static int indexOf(byte[] bytes, byte[] part, int from) {
    int at = from;
    while (!Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }

  @Test
  void shouldReportAFileThatIsCutShort() throws Exception {
    byte[] bytes = file(CodecFactory.nullCodec(), 100, 10);
    feed.file("a.avro", Arrays.copyOf(bytes, bytes.length - 100)).read();

    assertThat(feed.events).hasSize(90);
    assertThat(feed.reasons()).containsExactly("the file is cut short");
  }

  @Test
  void shouldReportARecordThatClaimsMoreThanThereIs() throws Exception {
    byte[] bytes = file(CodecFactory.nullCodec(), 10, 10);
    int id = indexOf(bytes, new byte[] {4, 'F', '5'}, 0);
    bytes[id] = 0x7f;
    feed.file("a.avro", bytes).read();

    assertThat(feed.events).hasSizeBetween(5, 6);
    assertThat(feed.reasons()).singleElement().asString().contains("records of its block are lost");
    assertThat(feed.stats().addsUp()).isTrue();
  }

  @Test
  void shouldNotUnpackABomb() throws Exception {
    FeedLimits standard = FeedLimits.standard();
    GenericRecord bomb = fix("B", 1, List.of("x".repeat(8 << 20)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(SCHEMA))) {
      out.setCodec(CodecFactory.deflateCodec(9)).create(SCHEMA, bytes);
      out.append(bomb);
      out.sync();
      out.append(fix("A", 2, List.of()));
    }
    feed.limits(new FeedLimits(4096, standard.sortBytes(), 10, standard.temporary()))
        .file("a.avro", bytes.toByteArray())
        .read();

    assertThat(bytes.size()).isLessThan(64 * 1024);
    assertThat(feed.reasons()).containsExactly("a block unpacks to more than 262144 bytes");
    assertThat(feed.events).extracting(FeedEvent::key).containsExactly("A");
  }

  @Test
  void shouldNameEveryFieldThatTheFileLacks() {
    FeedFixture other =
        new FeedFixture(folder)
            .mapping(
                MAPPING
                    .replace("key: \"{id}\"", "match: [id]\n    key: \"{name}\"")
                    .replace("place.lat", "place.latitude")
                    .replace("kind", "raw"))
            .file("a.avro", fileOf10());

    assertThatThrownBy(other::read)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("has no field 'name'")
        .hasMessageContaining("has no field 'place.latitude'")
        .hasMessageContaining("holds a fixed in 'raw', which is not a single value");
  }

  private static byte[] fileOf10() {
    try {
      return file(CodecFactory.nullCodec(), 10, 10);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldRefuseACodecThatItDoesNotKnow() {
    byte[] bytes = fileOf10();
    int codec = indexOf(bytes, "avro.codec".getBytes(StandardCharsets.UTF_8), 0);
    int name = indexOf(bytes, "null".getBytes(StandardCharsets.UTF_8), codec);
    ByteBuffer.wrap(bytes).put(name, "lzma".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> feed.file("a.avro", bytes).read())
        .hasMessageContaining(
            "is packed with 'lzma'; known are [null, deflate, snappy, zstandard]");
  }
}
