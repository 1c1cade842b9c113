package io.windsock.topology.receive;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.rules.RuleSet;
import io.windsock.topology.Events;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private final Map<Key, byte[]> log = new LinkedHashMap<>();
  private final long[] offsets = new long[CATALOGUE.streams().size()];
  StatusTable table;
  Receiver receiver;

  Desk(RuleSet rules, Markers markers, Sent sent, long nowMs) {
    this.rules = rules;
    this.markers = markers;
    this.sent = sent;
    table = new StatusTable(CATALOGUE.streams(), rules);
    receiver = receiver(nowMs);
  }

  static RuleSet rules(String yaml) {
    return RuleSet.parse(yaml, "test rules", CATALOGUE);
  }

  private Receiver receiver(long nowMs) {
    return new Receiver(
        3, CATALOGUE, VALIDATOR, rules, new Limits(1000, 60_000), markers, table, sent, nowMs);
  }

  void receive(
      int stream, byte @Nullable [] key, byte @Nullable [] value, long appendTimeMs, long nowMs) {
    receiver.receive(stream, offsets[stream]++, key, value, appendTimeMs, nowMs);
  }

  void receive(int stream, String key, byte[] value, long nowMs) {
    receive(stream, Events.key(key), value, nowMs, nowMs);
  }

  /** What a commit does to the changelog. */
  void commit() {
    table.drain(
        (key, value) -> {
          if (value == null) {
            log.remove(new Key(key));
          } else {
            log.put(new Key(key.clone()), value.clone());
          }
        });
  }

  /** Forgets everything but the log, and goes on from there. */
  void restart(long nowMs) {
    table = restored();
    receiver = receiver(nowMs);
  }

  StatusTable restored() {
    StatusTable copy = new StatusTable(CATALOGUE.streams(), rules);
    log.forEach((key, value) -> copy.restore(key.bytes(), value));
    return copy;
  }

  int logged() {
    return log.size();
  }

  /** The whole table as text, for comparisons. */
  static String content(StatusTable table) {
    StringBuilder text = new StringBuilder();
    table.histories().stream()
        .sorted((a, b) -> Arrays.compare(a.key(), b.key()))
        .forEach(
            h ->
                text.append(Arrays.toString(h.key()))
                    .append(Arrays.toString(h.encode()))
                    .append('\n'));
    return text.append(Arrays.toString(AccountsFormat.encode(table.accounts()))).toString();
  }
}
