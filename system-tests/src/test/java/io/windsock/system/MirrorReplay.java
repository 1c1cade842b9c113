package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What the mirror topic must hold, worked out by the rules from what was received and from the
 * parameters of each epoch, changed where the markers say so. Exact for rules that withhold nothing
 * by the clock for as long as the test takes.
 */
final class MirrorReplay {
  private static final long STILL = 1_000_000;

  private final Catalogue catalogue;
  private final EventCodec codec;
  private final Map<Long, RuleSet> rules = new TreeMap<>();
  private final Map<Long, Long> released = new TreeMap<>();

  /**
   * A replay.
   *
   * @param initial the rules of epoch 0
   * @param parameters all that were written
   */
  MirrorReplay(Catalogue catalogue, RuleSet initial, List<Parameters> parameters) {
    this.catalogue = catalogue;
    codec = new EventCodec(catalogue);
    rules.put(0L, initial);
    released.put(0L, 0L);
    for (Parameters one : parameters) {
      rules.put(
          one.getEpoch(),
          RuleSet.parse(one.getInForce().getRules(), "epoch " + one.getEpoch(), catalogue)
              .forwardedBy(one.getInForce().getForward()));
      released.put(one.getEpoch(), one.getReleased());
    }
  }

  /**
   * Checks one partition: between any two markers the mirror topic holds what the rules send, with
   * the sequence that it has, and the markers count it.
   *
   * @param received every event in the order received, and the markers among them
   * @param mirror the mirror topic's records
   * @return the epochs that were in force, in their order
   */
  List<Long> check(
      List<ConsumerRecord<byte[], byte[]>> received, List<ConsumerRecord<byte[], byte[]>> mirror) {
    List<List<String>> actual = betweenMarkers(mirror);
    Partition partition = new Partition();
    List<Long> epochs = new ArrayList<>(List.of(0L));
    int interval = 0;
    for (ConsumerRecord<byte[], byte[]> record : received) {
      if (record.key() != null) {
        partition.receive(record);
        continue;
      }
      GenericRecord marker = decode(record.value());
      long epoch = (Long) marker.get("epoch");
      assertThat(sorted(actual.get(interval)))
          .as("mirrored before marker %s, under epoch %d", marker, partition.epoch)
          .isEqualTo(sorted(partition.sent));
      assertThat(taken(marker)).as("%s", marker).isEqualTo(partition.taken);
      assertThat(marker.get("withheld")).as("%s", marker).isEqualTo(partition.function.missing());
      interval++;
      partition.marked();
      assertThat(epoch).isGreaterThanOrEqualTo(partition.epoch);
      if (epoch > partition.epoch) {
        partition.change(epoch);
        epochs.add(epoch);
      }
    }
    return epochs;
  }

  private static Map<String, Long> taken(GenericRecord marker) {
    Map<String, Long> taken = new TreeMap<>();
    ((Map<?, ?>) marker.get("taken"))
        .forEach((rule, events) -> taken.put(rule.toString(), (Long) events));
    return taken;
  }

  private static List<String> sorted(List<String> records) {
    List<String> copy = new ArrayList<>(records);
    Collections.sort(copy);
    return copy;
  }

  private static List<List<String>> betweenMarkers(List<ConsumerRecord<byte[], byte[]>> mirror) {
    List<List<String>> all = new ArrayList<>();
    List<String> current = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : mirror) {
      if (record.key() == null) {
        all.add(current);
        current = new ArrayList<>();
      } else {
        long sequence = EventHeaders.sequence(record.headers().lastHeader("s").value());
        current.add(text(record.key(), record.value(), sequence));
      }
    }
    all.add(current);
    return all;
  }

  private static String text(byte[] key, byte[] value, long sequence) {
    String bytes = HexFormat.of().formatHex(value);
    return new String(key, StandardCharsets.UTF_8) + " " + sequence + " " + bytes;
  }

  private GenericRecord decode(byte[] value) {
    try {
      return codec.decode(value);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  /** One partition's rules at work. */
  private final class Partition implements MirrorOutput {
    private long epoch;
    private RuleSet inForce = Objects.requireNonNull(rules.get(0L));
    private MirroringFunction function = new MirroringFunction(inForce.compiled(), this);
    private final Map<String, KeyHistory> histories = new LinkedHashMap<>();
    private final Map<String, Long> taken = new TreeMap<>();
    private final List<String> sent = new ArrayList<>();

    void receive(ConsumerRecord<byte[], byte[]> record) {
      KeyHistory history =
          histories.computeIfAbsent(
              new String(record.key(), StandardCharsets.UTF_8),
              key -> new KeyHistory(record.key(), inForce.layout()));
      long sequence = EventHeaders.sequence(record.headers().lastHeader("s").value());
      function.receive(
          history,
          record.value(),
          Objects.requireNonNull(catalogue.version(Framing.schemaId(record.value()))),
          sequence,
          record.timestamp(),
          STILL);
    }

    void marked() {
      sent.clear();
      taken.clear();
    }

    void change(long next) {
      inForce =
          Objects.requireNonNull(rules.get(next), "no parameters were written of epoch " + next);
      histories.replaceAll((key, history) -> history.under(inForce.layout()));
      function = new MirroringFunction(inForce.compiled(), this);
      histories.values().forEach(history -> function.restored(history, STILL));
      boolean all =
          Objects.requireNonNull(released.get(next)) > Objects.requireNonNull(released.get(epoch));
      epoch = next;
      if (all) {
        function.releaseAll(STILL);
      } else {
        function.release(STILL);
      }
    }

    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      sent.add(text(history.key(), value, sequence));
    }

    @Override
    public void derived(
        KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {
      sent.add(text(history.key(), value, sequence));
    }

    @Override
    public void taken(int rule, int events) {
      taken.merge(inForce.names().get(rule), (long) events, Long::sum);
    }
  }
}
