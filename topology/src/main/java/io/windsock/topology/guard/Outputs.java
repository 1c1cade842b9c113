package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.Marker;
import io.windsock.topology.streams.TopologyGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The source offsets recorded in a prefix's outputs. An event and its source's committed offset
 * belong to one transaction, so the committed offsets of the application that wrote the outputs are
 * never below the stamp of a committed marker.
 *
 * @param written the stamp of the newest marker of each output partition with markers of source
 *     records; zeros if there is no marker. For a partition trimmed to its end, the marker of the
 *     other output counts.
 */
record Outputs(Map<TopicPartition, List<Long>> written) {
  /**
   * Returns what would be sent twice, because another application wrote it, or because the
   * committed offsets were reset or have expired. Sites would then see only duplicates, and
   * versions would decrease. The end of a transaction may reach the outputs before the group, so
   * offsets that are behind are read again.
   */
  static List<Fault> faults(Positions positions, Groups groups) {
    List<Fault> faults = new ArrayList<>(groups.rivals());
    Outputs outputs = read(positions);
    Positions.Bounds sources = positions.sources();
    Application application = positions.application();
    List<String> exceeding =
        Settled.read(() -> outputs.exceeding(application, positions.committed(), sources));
    if (!exceeding.isEmpty()) {
      List<String> writers = new ArrayList<>(groups.others());
      writers.removeIf(
          id -> !outputs.exceeding(application, positions.committedBy(id), sources).isEmpty());
      faults.add(
          application.fault(
              "has not committed what the outputs hold, and would send it again: "
                  + Settled.summary(exceeding)
                  + remedy(application, writers)));
    }
    return faults;
  }

  private static String remedy(Application application, List<String> writers) {
    if (!writers.isEmpty()) {
      return "; start with --application-id " + String.join(" or ", writers) + ", which has";
    }
    return ("; if its offsets were reset or have expired, start with --restore-offsets; to send"
            + " everything again, delete %s, %s and %s first, or start with another --prefix")
        .formatted(
            application.topics().forward(),
            application.topics().mirror(),
            TopologyGraph.changelog(application.id()));
  }

  /** Reads the ends of the existing outputs. */
  private static Outputs read(Positions positions) {
    Application application = positions.application();
    int markerId = application.catalogue().id(Marker.class);
    Map<TopicPartition, Tail> tails =
        Tail.read(
            positions,
            positions.existing(
                List.of(application.topics().forward(), application.topics().mirror())),
            record -> record.value() != null && Framing.schemaId(record.value()) == markerId);
    EventCodec codec = new EventCodec(application.catalogue());
    Map<TopicPartition, Marker> markers = new HashMap<>();
    tails.forEach(
        (partition, tail) -> {
          Marker marker = marker(codec, tail.newest());
          if (marker != null) {
            markers.put(partition, marker);
          }
        });
    List<Long> none = application.sources().stream().map(source -> 0L).toList();
    Map<TopicPartition, List<Long>> written = new HashMap<>();
    tails.forEach(
        (partition, tail) -> {
          Marker marker = markers.get(partition);
          if (marker == null && !tail.holds()) {
            marker = markers.get(twin(application, partition));
          }
          boolean received = marker == null ? tail.wasWritten() : marker.getSequence() > 0;
          if (received) {
            List<Long> stamp = marker == null ? none : marker.getStamp();
            written.put(partition, stamp.size() == none.size() ? List.copyOf(stamp) : none);
          }
        });
    return new Outputs(written);
  }

  /**
   * Returns the same partition of the other output, which gets its markers in the same
   * transactions.
   */
  private static TopicPartition twin(Application application, TopicPartition output) {
    String forward = application.topics().forward();
    String other = output.topic().equals(forward) ? application.topics().mirror() : forward;
    return new TopicPartition(other, output.partition());
  }

  private static @Nullable Marker marker(
      EventCodec codec, @Nullable ConsumerRecord<byte[], byte[]> record) {
    try {
      return record == null ? null : codec.decode(record.value(), Marker.class);
    } catch (UndecodableException e) {
      return null; // an unknown schema: the partition holds something
    }
  }

  /**
   * Returns the output partitions that hold more than a group with these offsets has received.
   *
   * @param committed offsets of a group on the sources
   * @param sources where the sources begin and end: records before the beginning can't be sent
   *     again, and a topic that ends below a stamp was recreated or has lost its end
   */
  private List<String> exceeding(
      Application application, Map<TopicPartition, Long> committed, Positions.Bounds sources) {
    List<String> exceeding = new ArrayList<>();
    written.forEach(
        (output, stamp) -> {
          String excess = excess(application, output.partition(), stamp, committed, sources);
          if (excess != null) {
            exceeding.add(output + " holds " + excess);
          }
        });
    exceeding.sort(null);
    return exceeding;
  }

  private static @Nullable String excess(
      Application application,
      int partition,
      List<Long> stamp,
      Map<TopicPartition, Long> committed,
      Positions.Bounds sources) {
    boolean any = false;
    for (int stream = 0; stream < stamp.size(); stream++) {
      TopicPartition source = new TopicPartition(application.sources().get(stream), partition);
      long received = committed.getOrDefault(source, 0L);
      long next = stamp.get(stream);
      any |= received > 0;
      if (Math.max(received, sources.begin(source)) < next && sources.end(source) >= next) {
        return "records of " + source + " up to offset " + next + ", committed is " + received;
      }
    }
    return any ? null : "records, and nothing of the sources is committed";
  }
}
