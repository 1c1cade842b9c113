package io.windsock.topology.receive;

import io.windsock.rules.KeyHistory;
import io.windsock.rules.RuleSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rules' history of every key of one partition (the paper, section 3.2.1), and the partition's
 * {@link Accounts}: all that a task must find again after a restart. Plain objects in a map; what
 * has changed since the last commit is encoded once, when {@link #drain} hands it to the log. A key
 * not heard of for {@link #FORGET_AFTER_MS} is forgotten. Owned by the task's thread.
 */
public final class StatusTable {
  /** A week: longer than any rule withholds an event, and than a flight leg lasts. */
  public static final long FORGET_AFTER_MS = 7L * 24 * 3_600_000;

  /** How often the table is looked through for keys to forget. */
  static final long LOOK_THROUGH_MS = 3_600_000;

  /** The logged key of the accounts: no event has an empty key. */
  private static final byte[] ACCOUNTS_KEY = {};

  /** Takes what has changed. */
  public interface Log {
    /** {@code value} replaces what was logged under {@code key}; null: nothing is left of it. */
    void put(byte[] key, byte @Nullable [] value);
  }

  // Rebuilt from the log after a restart:
  private final Map<Row, Row> rows = new HashMap<>();
  private Accounts accounts;

  // Not yet logged:
  private final List<KeyHistory> changed = new ArrayList<>();
  private final List<byte[]> forgotten = new ArrayList<>();
  private boolean accountsChanged;

  private final RuleSet rules;
  private final List<String> streams;
  private final Row probe = new Row();
  private long lookedThroughMs;

  /** A table that knows nothing yet. */
  public StatusTable(List<String> streams, RuleSet rules) {
    this.streams = List.copyOf(streams);
    this.rules = rules;
    this.accounts = new Accounts(this.streams, rules.names());
  }

  /**
   * Takes back what {@link #drain} logged; the last value of a key counts. Only before the first
   * event.
   *
   * @param loggedMs when it was logged, ms since the epoch
   * @throws IllegalArgumentException for bytes that no table can have logged
   */
  public void restore(byte[] key, byte @Nullable [] value, long loggedMs) {
    if (key.length == 0) {
      accounts =
          value == null
              ? new Accounts(streams, rules.names())
              : AccountsFormat.decode(value, streams, rules.names());
      return;
    }
    rows.remove(probe.as(key));
    if (value != null) {
      put(KeyHistory.decode(key, value, rules), loggedMs);
    }
  }

  private void put(KeyHistory history, long nowMs) {
    Row row = new Row(history, nowMs);
    rows.put(row, row);
  }

  /** Hands over everything that has changed since the last time, each key once. */
  public void drain(Log log) {
    for (byte[] key : forgotten) {
      log.put(key, null);
    }
    forgotten.clear();
    for (KeyHistory history : changed) {
      if (history.dirty()) {
        drain(history, log);
      }
    }
    changed.clear();
    if (accountsChanged) {
      log.put(ACCOUNTS_KEY, AccountsFormat.encode(accounts));
      accountsChanged = false;
    }
  }

  private void drain(KeyHistory history, Log log) {
    history.clean();
    if (history.isEmpty()) {
      rows.remove(probe.as(history.key()));
      log.put(history.key(), null);
    } else {
      log.put(history.key(), history.encode());
    }
  }

  /** Forgets everything: what was not logged is lost. */
  public void clear() {
    rows.clear();
    changed.clear();
    forgotten.clear();
    accountsChanged = false;
    accounts = new Accounts(streams, rules.names());
  }

  /** The partition's counters. */
  public Accounts accounts() {
    return accounts;
  }

  /** Hands out the histories that say something, in no order. */
  public void forEach(Consumer<KeyHistory> consumer) {
    for (Row row : rows.values()) {
      KeyHistory history = row.history();
      if (history != null) {
        consumer.accept(history);
      }
    }
  }

  /** Keys with a history. */
  public int size() {
    return rows.size();
  }

  /** The history of a key that an event of is received at {@code nowMs}; null: it has none. */
  @Nullable KeyHistory find(byte[] key, long nowMs) {
    Row row = rows.get(probe.as(key));
    if (row == null) {
      return null;
    }
    row.heard(nowMs);
    return row.history();
  }

  /** Takes in a new key's history once it says something. */
  void add(KeyHistory history, long nowMs) {
    put(history, nowMs);
    changed.add(history);
  }

  /** Notes that a history of the table has become dirty. */
  void changed(KeyHistory history) {
    changed.add(history);
  }

  void accountsChanged() {
    accountsChanged = true;
  }

  /** Forgets keys not heard of for long; looks through the table once an hour. */
  void forget(long nowMs) {
    if (nowMs - lookedThroughMs < LOOK_THROUGH_MS) {
      return;
    }
    lookedThroughMs = nowMs;
    Iterator<Row> each = rows.values().iterator();
    while (each.hasNext()) {
      Row row = each.next();
      KeyHistory history = row.history();
      boolean quiet = nowMs - row.heardMs() > FORGET_AFTER_MS;
      if (quiet && history != null && !history.dirty()) {
        each.remove();
        forgotten.add(row.key());
      }
    }
  }
}
