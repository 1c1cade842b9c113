package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Marker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a topology has written, and what must hold of it whatever happened meanwhile. */
final class Outputs {
  final List<ConsumerRecord<byte[], byte[]>> sources = new ArrayList<>();
  final List<ConsumerRecord<byte[], byte[]>> forward;
  final List<ConsumerRecord<byte[], byte[]>> mirror;
  final List<ConsumerRecord<byte[], byte[]>> deadLetters;
  private final EventCodec codec = new EventCodec(Events.CATALOGUE);

  Outputs(Cluster cluster, Topics topics) {
    for (String stream : Events.CATALOGUE.streams()) {
      sources.addAll(cluster.read(topics.source(stream)));
    }
    forward = cluster.read(topics.forward());
    mirror = cluster.read(topics.mirror());
    deadLetters = cluster.read(topics.deadLetter());
  }

  static boolean isMarker(ConsumerRecord<byte[], byte[]> record) {
    return Framing.schemaId(record.value()) == Events.CATALOGUE.id(Marker.class);
  }

  static List<ConsumerRecord<byte[], byte[]>> events(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().filter(record -> !isMarker(record)).toList();
  }

  static long sequence(ConsumerRecord<byte[], byte[]> record) {
    return EventHeaders.sequence(record.headers().lastHeader(EventHeaders.SEQUENCE).value());
  }

  /** Every source record is forwarded, once and untouched, or dead-lettered, once and untouched. */
  void assertNothingLostOrDoubled() {
    List<String> received = new ArrayList<>();
    events(forward).forEach(record -> received.add(text(record)));
    deadLetters.forEach(record -> received.add(text(record)));
    List<String> sent = sources.stream().map(Outputs::text).sorted().toList();
    assertThat(received.stream().sorted().toList()).isEqualTo(sent);
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return record.partition()
        + Arrays.toString(record.key())
        + Arrays.toString(record.value())
        + record.timestamp();
  }

  /**
   * In each partition of forward the sequence always rises, and what is mirrored as it came has the
   * sequence that it was forwarded with.
   */
  void assertSequences() {
    Map<Integer, Long> last = new HashMap<>();
    Map<String, List<Long>> forwarded = new HashMap<>();
    for (var record : events(forward)) {
      Long before = last.put(record.partition(), sequence(record));
      assertThat(sequence(record)).isGreaterThan(before == null ? 0 : before);
      forwarded.computeIfAbsent(text(record), key -> new ArrayList<>()).add(sequence(record));
    }
    for (var record : events(mirror)) {
      List<Long> sequences = forwarded.get(text(record));
      if (sequences != null) {
        assertThat(sequences).contains(sequence(record));
      }
    }
  }

  /**
   * Each partition's markers are the same in both outputs, without holes, add up in themselves, and
   * tell what stands between them. What stands after the last is not told yet.
   */
  void assertMarkersAddUp(int partitions) {
    for (int p = 0; p < partitions; p++) {
      List<GenericRecord> inForward = new ArrayList<>();
      List<GenericRecord> inMirror = new ArrayList<>();
      List<Long> forwarded = countsBetween(p, forward, inForward);
      List<Long> mirrored = countsBetween(p, mirror, inMirror);
      assertThat(inMirror).as("markers of partition %d", p).isEqualTo(inForward);
      long held = 0;
      for (int i = 0; i < inMirror.size(); i++) {
        GenericRecord marker = inMirror.get(i);
        long delta = count(marker, "held") - held;
        held = count(marker, "held");
        assertThat(count(marker, "number")).isEqualTo(i + 1);
        assertThat(count(marker, "partition")).isEqualTo(p);
        assertThat(count(marker, "forwarded")).as("%s", marker).isEqualTo(forwarded.get(i));
        assertThat(count(marker, "passed") + count(marker, "derived"))
            .as("%s", marker)
            .isEqualTo(mirrored.get(i));
        assertThat(count(marker, "received"))
            .as("%s", marker)
            .isEqualTo(
                count(marker, "passed")
                    + count(marker, "carried")
                    + taken(marker)
                    + count(marker, "deadLettered")
                    + delta);
        assertThat(count(marker, "sequence"))
            .as("%s", marker)
            .isEqualTo(
                count(marker, "received") + (i == 0 ? 0 : count(inMirror.get(i - 1), "sequence")));
      }
    }
  }

  /** How many events stand before each marker, since the one before it. */
  private List<Long> countsBetween(
      int partition, List<ConsumerRecord<byte[], byte[]>> records, List<GenericRecord> markers) {
    List<Long> counts = new ArrayList<>();
    long count = 0;
    for (var record : records) {
      if (record.partition() == partition && isMarker(record)) {
        markers.add(decode(record));
        counts.add(count);
        count = 0;
      } else if (record.partition() == partition) {
        count++;
      }
    }
    return counts;
  }

  /** All markers of the mirror topic. */
  List<GenericRecord> markers() {
    return mirror.stream().filter(Outputs::isMarker).map(this::decode).toList();
  }

  /** The last marker of each partition that has one. */
  List<GenericRecord> lastMarkers() {
    Map<Integer, GenericRecord> last = new HashMap<>();
    mirror.stream().filter(Outputs::isMarker).forEach(r -> last.put(r.partition(), decode(r)));
    return List.copyOf(last.values());
  }

  private GenericRecord decode(ConsumerRecord<byte[], byte[]> record) {
    try {
      return codec.decode(record.value());
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  static long count(GenericRecord marker, String field) {
    return ((Number) marker.get(field)).longValue();
  }

  private static long taken(GenericRecord marker) {
    return ((Map<?, ?>) marker.get("taken"))
        .values().stream().mapToLong(value -> (Long) value).sum();
  }
}
