package io.windsock.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** docs/examples/mirror_events.py, which docs/contracts.md gives to readers of the mirror topic. */
@Timeout(60)
class PythonReaderTest {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");
  private static final EventCodec CODEC = new EventCodec(AIRLINE);
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void shouldGiveEveryEventOfACoalescedUpdate() throws Exception {
    byte[] early = position(1_500_000_000_000L);
    byte[] before1970 = position(-70_000L);
    byte[] late = position(1_500_000_999_999L);
    byte[] update = coalesced(List.of(early, before1970, late));

    List<String> read = read(List.of(early, update));

    assertThat(read)
        .containsExactly(
            "101 None 1500000000000 " + HEX.formatHex(early),
            "101 7000000000 1500000000000 " + HEX.formatHex(early),
            "101 7000000001 -70000 " + HEX.formatHex(before1970),
            "101 7000000002 1500000999999 " + HEX.formatHex(late));
  }

  @Test
  void shouldReadPartsThatComeInSizedBlocks() throws Exception {
    byte[] part = position(2);
    byte[] framed = coalesced(List.of(part));
    // As another writer may put it: the count negated, then the block's size.
    int block = Framing.HEADER_BYTES + 1;
    assertThat(framed[Framing.HEADER_BYTES]).as("event time 1").isEqualTo((byte) 2);
    assertThat(framed[block]).as("a block of one").isEqualTo((byte) 2);
    ByteBuffer sized = ByteBuffer.allocate(framed.length + 1);
    sized.put(framed, 0, block).put((byte) 1).put((byte) (2 * (framed.length - block - 3)));
    sized.put(framed, block + 1, framed.length - block - 1);

    assertThat(read(List.of(sized.array())))
        .containsExactly("101 7000000000 2 " + HEX.formatHex(part));
  }

  private static byte[] position(long eventTimeMs) {
    EventType type = AIRLINE.type("FlightPosition");
    GenericRecord record = new GenericData.Record(type.current().schema());
    record.put("eventTime", eventTimeMs);
    record.put("latitude", 51.5);
    record.put("longitude", -0.5);
    return CODEC.encode(type, record);
  }

  private static byte[] coalesced(List<byte[]> events) {
    EventType type = AIRLINE.type("CoalescedUpdate");
    Schema schema = type.current().schema();
    Schema part = schema.getField("parts").schema().getElementType();
    GenericData.Array<GenericRecord> parts =
        new GenericData.Array<>(events.size(), schema.getField("parts").schema());
    for (byte[] event : events) {
      GenericRecord one = new GenericData.Record(part);
      one.put("sequence", 7_000_000_000L + parts.size());
      one.put("value", ByteBuffer.wrap(event));
      parts.add(one);
    }
    GenericRecord update = new GenericData.Record(schema);
    update.put("eventTime", 1L);
    update.put("parts", parts);
    update.put("superseded", 3);
    return CODEC.encode(type, update);
  }

  private static List<String> read(List<byte[]> values) throws IOException, InterruptedException {
    assumeTrue(python(), "python3 is not installed; Debian: apt-get install python3");
    Path script = Path.of("..", "docs", "examples", "mirror_events.py");
    Process process =
        new ProcessBuilder("python3", script.toString()).redirectErrorStream(true).start();
    try (var in = process.outputWriter(StandardCharsets.US_ASCII)) {
      for (byte[] value : values) {
        in.write(HEX.formatHex(value));
        in.write('\n');
      }
    }
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    return lines;
  }

  private static boolean python() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
  }
}
