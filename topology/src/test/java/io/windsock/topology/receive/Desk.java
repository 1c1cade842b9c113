package io.windsock.topology.receive;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.Reference;
import io.windsock.topology.Events;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A receiver for tests, with its table, a log of what was drained, and restarts. */
final class Desk {
  static final int POSITIONS = 0;
  static final int STATUS = 1;
  static final int BOARDING = 2;

  private static final Catalogue CATALOGUE = Events.CATALOGUE;
  private static final EventValidator VALIDATOR = new EventValidator(CATALOGUE);

  final Sent sent;
  final RuleSet rules;
  private final Markers markers;
  private final Map<ByteBuffer, byte[]> log = new LinkedHashMap<>();
  private final long[] offsets = new long[CATALOGUE.streams().size()];

  /** What the sources still have: by stream and offset. */
  private final Map<String, byte[]> source = new HashMap<>();

  private long lastMs;
  private final long loggedMs;
  private @Nullable TaskParameters offered;
  StatusTable table;
  Receiver receiver;

  Desk(RuleSet rules, Markers markers, Sent sent, long nowMs) {
    this.rules = rules;
    this.markers = markers;
    this.sent = sent;
    this.loggedMs = nowMs;
    this.lastMs = nowMs;
    table = table();
    receiver = receiver(nowMs);
  }

  static RuleSet rules(String yaml) {
    return RuleSet.parse(yaml, "test rules", CATALOGUE);
  }

  private Receiver receiver(long nowMs) {
    return new Receiver(
        3,
        CATALOGUE,
        VALIDATOR,
        () -> offered,
        new Limits(1000, 60_000),
        markers.idleMs(),
        table,
        this::read,
        sent,
        nowMs);
  }

  StatusTable table() {
    TaskParameters initial = TaskParameters.initial(rules, markers.every());
    return new StatusTable(CATALOGUE.streams(), initial, new ParametersReader(CATALOGUE));
  }

  /** From now on these are the newest parameters. */
  void offer(long epoch, RuleSet newRules, int every, long released) {
    offered = parameters(epoch, newRules, every, released);
  }

  /** Nobody offers parameters any more. */
  void withdraw() {
    offered = null;
  }

  private static TaskParameters parameters(long epoch, RuleSet rules, int every, long released) {
    try {
      byte[] framed = Events.parameters(epoch, rules, "", every, released);
      return new ParametersReader(CATALOGUE).read(framed);
    } catch (UndecodableException e) {
      throw new IllegalArgumentException(e);
    }
  }

  void receive(
      int stream, byte @Nullable [] key, byte @Nullable [] value, long appendTimeMs, long nowMs) {
    lastMs = nowMs;
    if (value != null) {
      source.put(CATALOGUE.streams().get(stream) + "@" + offsets[stream], value);
    }
    receiver.receive(stream, offsets[stream]++, key, value, appendTimeMs, nowMs);
  }

  void receive(int stream, String key, byte[] value, long nowMs) {
    receive(stream, Events.key(key), value, nowMs, nowMs);
  }

  private Map<Reference, byte[]> read(Set<Reference> wanted) {
    Map<Reference, byte[]> found = new HashMap<>();
    for (Reference reference : wanted) {
      byte[] value = source.get(reference.stream() + "@" + reference.offset());
      if (value != null && reference.fits(value)) {
        found.put(reference, value);
      }
    }
    return found;
  }

  /** The sources are trimmed to their ends. */
  void trimSources() {
    source.clear();
  }

  /** The sources' records are others than before, as after they have lost their ends. */
  void replaceSources() {
    source.replaceAll((place, value) -> Arrays.copyOf(value, value.length + 1));
  }

  /** Returns the logged values by key, without the accounts. */
  Map<String, byte[]> logRows() {
    Map<String, byte[]> rows = new TreeMap<>();
    log.forEach((key, value) -> rows.put(new String(bytes(key), StandardCharsets.UTF_8), value));
    rows.remove("");
    return rows;
  }

  /** What a commit does to the changelog. */
  void commit() {
    table.drain(
        lastMs,
        (key, value) -> {
          if (value == null) {
            log.remove(ByteBuffer.wrap(key));
          } else {
            log.put(ByteBuffer.wrap(key.clone()), value.clone());
          }
        });
  }

  /** Forgets everything but the log, and goes on from there. */
  void restart(long nowMs) {
    table = restored();
    receiver = receiver(nowMs);
  }

  void open(StatusTable copy) {
    copy.open(this::read);
  }

  StatusTable restored() {
    StatusTable copy = unopened();
    open(copy);
    return copy;
  }

  /** A table with what was logged. */
  StatusTable unopened() {
    StatusTable copy = table();
    log.forEach((key, value) -> copy.restore(bytes(key), value, loggedMs));
    return copy;
  }

  private static byte[] bytes(ByteBuffer key) {
    byte[] bytes = new byte[key.remaining()];
    key.duplicate().get(bytes);
    return bytes;
  }

  int logged() {
    return log.size();
  }

  /** The whole table as text, for comparisons. */
  static String content(StatusTable table) {
    StringBuilder text = new StringBuilder();
    Map<String, String> histories = new TreeMap<>();
    table.forEach(
        history ->
            histories.put(Arrays.toString(history.key()), Arrays.toString(history.encode())));
    histories.forEach((key, value) -> text.append(key).append(value).append('\n'));
    return text.append(Arrays.toString(AccountsFormat.encode(table.accounts()))).toString();
  }
}
