package io.windsock.cli.topics;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.windsock.cli.show.Output;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record of any of Windsock's topics in readable form.
 *
 * @param appended the record's timestamp: when the source's broker appended it
 * @param type name of the event's type; null if it can't be determined from the bytes
 * @param sequence the partition's receive sequence; null where the record has none
 * @param event its fields; null if it can't be decoded
 * @param undecodable why it can't be decoded; null if it can
 * @param headers other headers, such as a dead letter's reason
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record RecordView(
    int partition,
    long offset,
    Instant appended,
    @Nullable String key,
    @Nullable String type,
    @Nullable Long sequence,
    int bytes,
    @Nullable Map<String, @Nullable Object> event,
    @Nullable String undecodable,
    Map<String, String> headers) {

  /** Creates views; owned by one thread. */
  static final class Maker {
    private final Catalogue catalogue;
    private final EventCodec codec;
    private final AvroJson json;

    Maker(Catalogue catalogue) {
      this.catalogue = catalogue;
      this.codec = new EventCodec(catalogue);
      this.json = new AvroJson(codec);
    }

    /**
     * Returns the name of the record's type without decoding it; null if it can't be determined.
     */
    @Nullable String type(byte @Nullable [] value) {
      SchemaVersion version = value == null ? null : catalogue.version(Framing.schemaId(value));
      return version == null ? null : version.type().name();
    }

    RecordView view(ConsumerRecord<byte[], byte[]> record) {
      byte @Nullable [] key = record.key();
      byte @Nullable [] value = record.value();
      Map<String, @Nullable Object> event = null;
      String undecodable = null;
      try {
        event = value == null ? null : json.record(codec.decode(value));
      } catch (UndecodableException e) {
        undecodable = e.getMessage();
      }
      return new RecordView(
          record.partition(),
          record.offset(),
          Instant.ofEpochMilli(record.timestamp()),
          key == null ? null : text(key),
          type(value),
          sequence(record),
          Math.max(0, record.serializedValueSize()),
          event,
          undecodable,
          headers(record));
    }

    private static @Nullable Long sequence(ConsumerRecord<byte[], byte[]> record) {
      Header header = record.headers().lastHeader(EventHeaders.SEQUENCE);
      boolean sound = header != null && EventHeaders.isSequence(header.value());
      return sound ? EventHeaders.sequence(header.value()) : null;
    }

    private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
      Map<String, String> shown = new LinkedHashMap<>();
      for (Header header : record.headers()) {
        if (!header.key().equals(EventHeaders.SEQUENCE)) {
          shown.put(header.key(), header.value() == null ? "" : text(header));
        }
      }
      return shown;
    }

    private static String text(Header header) {
      return header.key().equals(EventHeaders.WITHHELD)
          ? String.valueOf(EventHeaders.withheld(header.value()))
          : text(header.value());
    }

    private static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** Returns location, time and content on one line. */
  String line() {
    StringBuilder line = new StringBuilder();
    line.append(partition).append(':').append(offset).append("  ").append(appended);
    line.append("  ").append(key == null ? "-" : key);
    line.append("  ").append(type == null ? "?" : type);
    line.append(sequence == null ? "" : " s=" + sequence);
    line.append("  ").append(event == null ? "" : Output.compact(event));
    line.append(undecodable == null ? "" : "undecodable: " + undecodable);
    return Plain.of(line.append(headers.isEmpty() ? "" : "  " + headers).toString());
  }
}
