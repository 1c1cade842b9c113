package io.windsock.feeds.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileWriterTest {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");

  private static Path write(Path file, GeneratorOptions options) throws IOException {
    try (GeneratedFeed feed = new GeneratedFeed(AIRLINE, options);
        EventFileWriter writer = new EventFileWriter(file, AIRLINE, feed.toString())) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        writer.add(event);
      }
      assertThat(Files.exists(file)).isFalse();
      writer.finish();
      assertThat(writer.events()).isEqualTo(feed.totalEvents());
    }
    return file;
  }

  @Test
  void shouldBeReadByAnyAvroReader(@TempDir Path folder) throws IOException {
    GeneratorOptions options = GeneratorOptions.day().withFlights(20).withEvents(4_000);
    Path file = write(folder.resolve("day.avro"), options);

    try (GeneratedFeed feed = new GeneratedFeed(AIRLINE, options);
        DataFileReader<GenericRecord> reader =
            new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
      assertThat(reader.getMetaString(EventFile.DOMAIN)).isEqualTo("airline");
      assertThat(reader.getMetaString(EventFile.ORIGIN)).contains("made up, not recorded");
      assertThat(reader.getSchema().getFullName()).isEqualTo(EventFile.RECORD);
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = reader.next();
        assertThat(record.get("eventTime")).isEqualTo(event.eventTimeMs());
        assertThat(record.get("type")).hasToString(event.type().name());
        assertThat(record.get("key")).hasToString(event.key());
        assertThat(record.get("value")).isEqualTo(ByteBuffer.wrap(event.value()));
      }
      assertThat(reader.hasNext()).isFalse();
    }
  }

  @Test
  void shouldGiveTheSameFileForTheSameSeed(@TempDir Path folder) throws IOException {
    GeneratorOptions options = GeneratorOptions.day().withFlights(10);

    Path one = write(folder.resolve("one.avro"), options);
    Path two = write(folder.resolve("two.avro"), options);

    assertThat(Files.mismatch(one, two)).isEqualTo(-1);
  }

  @Test
  void shouldLeaveNoFileThatIsNotWhole(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("half.avro");
    try (EventFileWriter writer = new EventFileWriter(file, AIRLINE, "a test")) {
      assertThat(writer.events()).isZero();
    }

    try (var files = Files.list(folder)) {
      assertThat(files.toList()).isEqualTo(List.of());
    }
  }
}
