package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.github.luben.zstd.Zstd;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.record.EventFileWriter;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with bytes changed, cut, doubled: they are refused, or read with their faults counted. */
class FuzzTest {
  private static final int ROUNDS = Integer.getInteger("windsock.fuzz", 100);
  private static final String SBS =
      """
      MSG,3,1,1,A9D121,1,2022/04/10,12:52:21.746,2022/04/10,12:52:21.794,,125,,,37.7,-122.2,,,0,,0,0
      MSG,1,1,1,A9D121,1,2022/04/10,12:52:21.746,2022/04/10,12:52:21.794,BAW1,,,,,,,,0,,0,0
      """
          .repeat(20);
  private static final String CSV =
      "flight_id,timestamp,latitude,longitude,altitude,speed_gnd,track_gnd,vert_speed,distance_arp,sequence_number\n"
          + "\"f1\",2017-08-02T11:44:08Z,51.97743283956071,-1.1,14515.2,312.6,154.9,-129.1,73681.0,533\n"
              .repeat(20);
  private static final String AIRCRAFT =
      "{\"now\":100,\"aircraft\":[{\"hex\":\"abcdef\",\"alt_baro\":\"ground\",\"lat\":1,\"lon\":2e0,\"seen_pos\":1,"
          + "\"flight\":\"B\\u0041\"},{\"hex\":\"abcde0\"}]}\n";
  private static final String BTS =
      "FlightDate,Carrier,FlightNum,Origin,Dest,CRSDepTime,DepTime,DepDelay,TaxiOut,WheelsOff,WheelsOn,TaxiIn,"
          + "CRSArrTime,ArrTime,Cancelled,Diverted,CRSElapsedTime,ActualElapsedTime,AirTime\n"
          + "2014-01-01,AA,1,JFK,LAX,0900,0914,14,20,0934,1233,5,1225,1238,0,0,385,384,359\n"
              .repeat(10);

  private final Path folder;
  private final Catalogue catalogue = Catalogue.builtIn("airline");

  FuzzTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private byte[] sound(String format) throws Exception {
    return switch (format) {
      case "sbs" -> utf8(SBS);
      case "csv" -> utf8(CSV);
      case "gzip" -> gzip(utf8(CSV));
      case "zstd" -> Zstd.compress(utf8(CSV));
      case "json" -> utf8(AIRCRAFT);
      case "ndjson" -> utf8(AIRCRAFT.repeat(10));
      case "bts" -> utf8(BTS);
      case "events" -> events();
      default -> avro(CodecFactory.fromString(format));
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private byte[] events() throws Exception {
    Path file = folder.resolve("events.avro");
    List<FeedEvent> events = new FeedFixture(folder).file("a", SBS).read().events;
    try (EventFileWriter writer = new EventFileWriter(file, catalogue, "test")) {
      for (FeedEvent event : events) {
        writer.add(event);
      }
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  private static byte[] avro(CodecFactory codec) throws Exception {
    String[] header = BTS.lines().findFirst().orElseThrow().split(",", -1);
    String[] row = BTS.lines().skip(1).findFirst().orElseThrow().split(",", -1);
    var fields = SchemaBuilder.record("Flight").fields();
    for (String name : header) {
      fields = fields.optionalString(name);
    }
    Schema schema = fields.endRecord();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(schema))) {
      out.setCodec(codec).create(schema, bytes);
      for (int i = 0; i < 20; i++) {
        GenericRecordBuilder builder = new GenericRecordBuilder(schema);
        for (int f = 0; f < header.length; f++) {
          builder.set(header[f], row[f]);
        }
        out.append(builder.build());
        if (i % 5 == 4) {
          out.sync();
        }
      }
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sbs",
        "csv",
        "gzip",
        "zstd",
        "json",
        "ndjson",
        "bts",
        "events",
        "null",
        "deflate",
        "snappy",
        "zstandard"
      })
  void shouldRefuseOrCountWhateverTheBytes(String format) throws Exception {
    byte[] sound = sound(format);
    assertThat(read(sound)).as("the sound file could be opened").isTrue();
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = spoil(sound, random);
      try {
        read(bytes);
      } catch (Exception | Error e) {
        Path kept = Files.write(Files.createTempFile("windsock-fuzz-", "." + format), bytes);
        fail("seed " + seed + " round " + round + ", kept as " + kept, e);
      }
    }
  }

  private static byte[] spoil(byte[] sound, Random random) {
    byte[] bytes = sound.clone();
    for (int i = random.nextInt(6); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = (byte) "\"\n,{}[]:\\\u0000\u007f".charAt(random.nextInt(11));
        case 3 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 9), (byte) 0xff);
        case 4 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
        default -> System.arraycopy(bytes, 0, bytes, at, Math.min(40, bytes.length - at));
      }
    }
    return bytes;
  }

  /** Reads it to the end; false if it can't be opened. */
  private boolean read(byte[] bytes) throws Exception {
    Path file = Files.write(folder.resolve("fuzzed"), bytes);
    List<FeedFault> faults = new ArrayList<>();
    FeedRequest request =
        FeedRequest.of(catalogue, List.of(file.toString())).withFaults(faults::add);
    try (RecordedFeed feed = Feeds.open(request)) {
      FeedInfo info = FeedInfo.read(feed, 100);
      assertThat(info.stats().addsUp()).isTrue();
      assertThat(info.stats().faults()).isEqualTo(faults.size());
      return true;
    } catch (ConfigurationException e) {
      assertThat(e.faults()).isNotEmpty();
      return false;
    }
  }
}
