package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.config.RuleSet;
import io.windsock.topology.receive.Limits;
import io.windsock.topology.receive.Outlet;
import io.windsock.topology.receive.ParametersReader;
import io.windsock.topology.receive.Receiver;
import io.windsock.topology.receive.StatusTable;
import io.windsock.topology.receive.TaskParameters;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What one partition of the topology must have written, computed once more: its source records in
 * the order of the forward topic, and at each marker the parameters of the marker's epoch. Exact
 * where everything is forwarded and no rule looks at the clock.
 */
final class Recomputation {
  private static final Catalogue CATALOGUE = Outputs.CATALOGUE;
  private static final long IDLE_MS = 1_000;
  private static final Limits LIMITS = new Limits(1 << 20, Long.MAX_VALUE / 4);

  private final int partition;
  private final Map<Long, Parameters> byEpoch;
  private final EventCodec codec = new EventCodec(CATALOGUE);
  private final Sent sent = new Sent();
  private final Receiver receiver;
  private final int[] next = new int[CATALOGUE.streams().size()];
  private @Nullable TaskParameters offered;
  private long epoch;
  private long nowMs = 1;

  /**
   * A partition that has received nothing.
   *
   * @param rules in force under epoch 0
   * @param byEpoch what each later epoch stands for
   */
  Recomputation(int partition, RuleSet rules, int markerEvery, Map<Long, Parameters> byEpoch) {
    this.partition = partition;
    this.byEpoch = byEpoch;
    StatusTable table =
        new StatusTable(
            CATALOGUE.streams(),
            TaskParameters.initial(rules, markerEvery),
            new ParametersReader(CATALOGUE));
    receiver =
        new Receiver(
            partition,
            CATALOGUE,
            new EventValidator(CATALOGUE),
            () -> offered,
            LIMITS,
            IDLE_MS,
            table,
            wanted -> Map.of(), // nothing was logged
            sent,
            nowMs);
  }

  /**
   * Holds the partition's outputs against what they must be.
   *
   * @param sources its records, by number of the stream
   * @return the epochs of its markers, in their order
   */
  List<Long> check(
      List<List<ConsumerRecord<byte[], byte[]>>> sources,
      List<ConsumerRecord<byte[], byte[]>> forward,
      List<ConsumerRecord<byte[], byte[]>> mirror) {
    List<Long> epochs = new ArrayList<>();
    for (int i = 0; i < forward.size(); i++) {
      ConsumerRecord<byte[], byte[]> record = forward.get(i);
      if (record.key() == null) {
        Marker marker = marker(record);
        epochs.add(marker.getEpoch());
        if (sent.forward.size() == i) {
          causeMarker(marker.getEpoch());
        }
      } else {
        receive(sources, record);
      }
      assertSame("forward", i, sent.forward, text(record));
    }
    assertThat(sent.forward).hasSameSizeAs(forward);
    for (int i = 0; i < mirror.size(); i++) {
      assertSame("mirror", i, sent.mirror, text(mirror.get(i)));
    }
    assertThat(sent.mirror).hasSameSizeAs(mirror);
    for (int stream = 0; stream < next.length; stream++) {
      assertThat(next[stream]).isEqualTo(sources.get(stream).size());
    }
    return epochs;
  }

  private void assertSame(String output, int i, List<String> expected, String actual) {
    assertThat(expected).as("%s partition %d", output, partition).hasSizeGreaterThan(i);
    if (!expected.get(i).equals(actual)) {
      assertThat(actual)
          .as("%s partition %d, record %d, under epoch %d", output, partition, i, epoch)
          .isEqualTo(expected.get(i));
    }
  }

  private void receive(
      List<List<ConsumerRecord<byte[], byte[]>>> sources, ConsumerRecord<byte[], byte[]> record) {
    int id = Framing.schemaId(record.value());
    String name = Objects.requireNonNull(CATALOGUE.version(id)).type().stream();
    int stream = CATALOGUE.streams().indexOf(name);
    ConsumerRecord<byte[], byte[]> source = sources.get(stream).get(next[stream]++);
    receiver.receive(
        stream, source.offset(), source.key(), source.value(), source.timestamp(), nowMs);
  }

  /** It came because of new parameters, or else because time had passed. */
  private void causeMarker(long markerEpoch) {
    if (markerEpoch == epoch) {
      nowMs += IDLE_MS;
      receiver.tick(nowMs);
      return;
    }
    epoch = markerEpoch;
    Parameters parameters = byEpoch.get(markerEpoch);
    assertThat(parameters).as("parameters of epoch %d", markerEpoch).isNotNull();
    try {
      offered = new ParametersReader(CATALOGUE).read(codec.encode(parameters));
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
    receiver.takeParameters(nowMs);
  }

  private Marker marker(ConsumerRecord<byte[], byte[]> record) {
    try {
      return codec.decode(record.value(), Marker.class);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(EventHeaders.SEQUENCE);
    long sequence = header == null ? -1 : EventHeaders.sequence(header.value());
    return text(record.key(), record.value(), sequence, record.timestamp());
  }

  private static String text(byte @Nullable [] key, byte[] value, long sequence, long timestampMs) {
    HexFormat hex = HexFormat.of();
    String keyText = key == null ? "marker" : hex.formatHex(key);
    return keyText + " " + sequence + " " + timestampMs + " " + hex.formatHex(value);
  }

  private static final class Sent implements Outlet {
    private final List<String> forward = new ArrayList<>();
    private final List<String> mirror = new ArrayList<>();

    @Override
    public void forward(byte[] key, byte[] value, long sequence, long appendTimeMs) {
      forward.add(text(key, value, sequence, appendTimeMs));
    }

    @Override
    public void mirror(
        byte[] key, byte[] value, long sequence, long appendTimeMs, long withheldMs) {
      mirror.add(text(key, value, sequence, appendTimeMs));
    }

    @Override
    public void marker(Marker marker, byte[] value, long timestampMs) {
      forward.add(text(null, value, -1, timestampMs));
      mirror.add(text(null, value, -1, timestampMs));
    }

    @Override
    public void deadLetter(String reason) {
      throw new AssertionError("a dead letter: " + reason);
    }
  }
}
