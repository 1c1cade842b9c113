package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.Reference;
import io.windsock.topology.receive.Limits;
import io.windsock.topology.receive.Outlet;
import io.windsock.topology.receive.ParametersReader;
import io.windsock.topology.receive.Receiver;
import io.windsock.topology.receive.StatusTable;
import io.windsock.topology.receive.TaskParameters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * One partition of the topology without Kafka: transactions that commit or are lost at random
 * points, as a crash loses them, and outputs whose offsets have holes, as transactions leave them.
 */
final class PartitionRun {
  /** A record of a source topic; never compared. */
  @SuppressWarnings("ArrayRecordComponent")
  record Source(int stream, byte @Nullable [] key, byte @Nullable [] value) {}

  /** A marker after so many sent events, or when so old. */
  record Markers(int every, long idleMs) {}

  private static final int MAX_EVENT_BYTES = 1 << 16;
  private static final long MAX_FUTURE_MS = Long.MAX_VALUE / 4;
  private static final int COMMIT_ONE_IN = 15;
  private static final int CRASH_ONE_IN = 80;
  private static final int CHANGE_ONE_IN = 40;

  private final int partition;
  private final Catalogue catalogue;
  private final RuleSet rules;
  private final EventValidator validator;
  private final EventCodec codec;
  private final Markers markers;
  private final @Nullable Function<Random, RuleSet> changes;
  private final Map<Long, List<String>> ruleNames = new HashMap<>();
  private @Nullable TaskParameters offered;
  private final Random random;
  private final Map<String, byte[]> changelog = new LinkedHashMap<>();
  private final Map<String, byte[]> changelogKeys = new LinkedHashMap<>();

  /** What the sources have, by stream and offset. */
  private final Map<String, byte[]> received = new HashMap<>();

  private final List<ConsumerRecord<byte[], byte[]>> forward = new ArrayList<>();
  private final List<ConsumerRecord<byte[], byte[]>> mirror = new ArrayList<>();
  private final List<String> deadLetters = new ArrayList<>();
  private final Sent sent = new Sent();
  private long nextForward;
  private long nextMirror;
  private long nowMs = 1_000_000;

  /**
   * A run that has received nothing.
   *
   * @param changes gives the rules of the parameters that are offered now and then; null: none are
   */
  PartitionRun(
      int partition,
      Catalogue catalogue,
      RuleSet rules,
      Markers markers,
      @Nullable Function<Random, RuleSet> changes,
      Random random) {
    this.changes = changes;
    ruleNames.put(0L, rules.names());
    this.partition = partition;
    this.catalogue = catalogue;
    this.rules = rules;
    this.markers = markers;
    this.random = random;
    validator = new EventValidator(catalogue);
    codec = new EventCodec(catalogue);
  }

  /** Runs over all records until everything is sent, whatever is lost on the way. */
  void run(List<Source> sources) {
    long[] offsets = new long[catalogue.streams().size()];
    int committed = 0;
    long[] committedOffsets = offsets.clone();
    StatusTable table = restored();
    Receiver receiver = receiver(table);
    for (int i = 0; i < sources.size(); ) {
      Source source = sources.get(i);
      long offset = offsets[source.stream()]++;
      byte[] value = source.value();
      if (value != null) {
        received.put(catalogue.streams().get(source.stream()) + "@" + offset, value);
      }
      receiver.receive(source.stream(), offset, source.key(), value, nowMs, nowMs);
      i++;
      passTime(receiver);
      if (changes != null && random.nextInt(CHANGE_ONE_IN) == 0) {
        offer(changes.apply(random));
        receiver.takeParameters(nowMs);
      }
      if (random.nextInt(CRASH_ONE_IN) == 0) {
        sent.clear();
        i = committed;
        offsets = committedOffsets.clone();
        table = restored();
        receiver = receiver(table);
      } else if (random.nextInt(COMMIT_ONE_IN) == 0) {
        commit(table);
        committed = i;
        committedOffsets = offsets.clone();
      }
    }
    settle(receiver);
    commit(table);
  }

  private void offer(RuleSet next) {
    long epoch = 1 + random.nextInt(3) + (offered == null ? 0 : offered.epoch());
    long released = random.nextInt(2) + (offered == null ? 0 : offered.released());
    ruleNames.put(epoch, next.names());
    Parameters parameters =
        ControlRecords.parameters(epoch, next.text(), 1 + random.nextInt(60), released);
    try {
      byte[] framed = codec.encode(parameters);
      offered = new ParametersReader(catalogue).read(framed);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  /** Names of the rules that were in force under an epoch that was offered. */
  List<String> ruleNames(long epoch) {
    return ruleNames.getOrDefault(epoch, List.of());
  }

  private void passTime(Receiver receiver) {
    nowMs += random.nextInt(200);
    if (random.nextInt(5) == 0) {
      receiver.tick(nowMs);
    }
  }

  private void settle(Receiver receiver) {
    int ticks = 0;
    while (!receiver.isQuiet()) {
      nowMs += 60_000;
      receiver.tick(nowMs);
      assertThat(++ticks).as("ticks until nothing is held").isLessThan(100_000);
    }
  }

  private StatusTable restored() {
    StatusTable table = table();
    changelog.forEach((name, value) -> table.restore(changelogKeys.get(name), value, nowMs));
    return table;
  }

  private Receiver receiver(StatusTable table) {
    Limits limits = new Limits(MAX_EVENT_BYTES, MAX_FUTURE_MS);
    return new Receiver(
        partition,
        catalogue,
        validator,
        () -> offered,
        limits,
        markers.idleMs(),
        table,
        this::readAgain,
        sent,
        nowMs);
  }

  private Map<Reference, byte[]> readAgain(Set<Reference> wanted) {
    Map<Reference, byte[]> found = new HashMap<>();
    for (Reference reference : wanted) {
      byte[] value = received.get(reference.stream() + "@" + reference.offset());
      if (value != null && reference.fits(value)) {
        found.put(reference, value);
      }
    }
    return found;
  }

  private StatusTable table() {
    return new StatusTable(
        catalogue.streams(),
        TaskParameters.initial(rules, markers.every()),
        new ParametersReader(catalogue));
  }

  private void commit(StatusTable table) {
    table.drain(
        nowMs,
        (key, value) -> {
          String name = new String(key, java.nio.charset.StandardCharsets.ISO_8859_1);
          changelogKeys.put(name, key);
          if (value == null) {
            changelog.remove(name);
          } else {
            changelog.put(name, value);
          }
        });
    forward.addAll(sent.forward);
    mirror.addAll(sent.mirror);
    deadLetters.addAll(sent.deadLetters);
    sent.clear();
    // The transaction's own marker takes an offset.
    nextForward++;
    nextMirror++;
  }

  List<ConsumerRecord<byte[], byte[]>> forward() {
    return forward;
  }

  List<ConsumerRecord<byte[], byte[]>> mirror() {
    return mirror;
  }

  List<String> deadLetters() {
    return deadLetters;
  }

  /** What the transaction under way has sent. */
  private final class Sent implements Outlet {
    private final List<ConsumerRecord<byte[], byte[]>> forward = new ArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> mirror = new ArrayList<>();
    private final List<String> deadLetters = new ArrayList<>();

    void clear() {
      forward.clear();
      mirror.clear();
      deadLetters.clear();
    }

    @Override
    public void forward(byte[] key, byte[] value, long sequence, long appendTimeMs) {
      forward.add(record(nextForward++, key, value, sequence, appendTimeMs));
    }

    @Override
    public void mirror(
        byte[] key, byte[] value, long sequence, long appendTimeMs, long withheldMs) {
      mirror.add(record(nextMirror++, key, value, sequence, appendTimeMs));
    }

    @Override
    public void marker(Marker marker, byte[] value, long timestampMs) {
      forward.add(record(nextForward++, null, value, -1, timestampMs));
      mirror.add(record(nextMirror++, null, value, -1, timestampMs));
    }

    @Override
    public void deadLetter(String reason) {
      deadLetters.add(reason);
    }
  }

  private ConsumerRecord<byte[], byte[]> record(
      long offset, byte @Nullable [] key, byte[] value, long sequence, long timestampMs) {
    RecordHeaders headers = new RecordHeaders();
    if (sequence >= 0) {
      headers.add(EventHeaders.SEQUENCE, EventHeaders.sequence(sequence));
    }
    return new ConsumerRecord<>(
        "output",
        partition,
        offset,
        timestampMs,
        TimestampType.CREATE_TIME,
        key == null ? -1 : key.length,
        value.length,
        key,
        value,
        headers,
        Optional.empty());
  }
}
