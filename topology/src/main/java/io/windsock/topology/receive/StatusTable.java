package io.windsock.topology.receive;

import io.windsock.rules.KeyHistory;
import io.windsock.rules.RuleSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules' history of every key of one partition (the paper, section 3.2.1), and the partition's
 * {@link Accounts}: all that a task must find again after a restart. Plain objects in a map; what
 * has changed since the last commit is encoded once, when {@link #drain} hands it to the log. Owned
 * by the task's thread.
 */
public final class StatusTable {
  /** The logged key of the accounts: no event has an empty key. */
  private static final byte[] ACCOUNTS_KEY = {};

  /** Takes what has changed. */
  public interface Log {
    /** {@code value} replaces what was logged under {@code key}; null: nothing is left of it. */
    void put(byte[] key, byte @Nullable [] value);
  }

  // Rebuilt from the log after a restart:
  private final Map<Key, KeyHistory> histories = new HashMap<>();
  private Accounts accounts;

  // Not yet logged:
  private final List<KeyHistory> changed = new ArrayList<>();
  private boolean accountsChanged;

  private final RuleSet rules;
  private final List<String> streams;
  private final Key probe = new Key(ACCOUNTS_KEY);

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
   * @throws IllegalArgumentException for bytes that no table can have logged
   */
  public void restore(byte[] key, byte @Nullable [] value) {
    if (key.length == 0) {
      accounts =
          value == null
              ? new Accounts(streams, rules.names())
              : AccountsFormat.decode(value, streams, rules.names());
    } else if (value == null) {
      histories.remove(probe.set(key));
    } else {
      histories.put(new Key(key), KeyHistory.decode(key, value, rules));
    }
  }

  /** Hands over everything that has changed since the last time, each key once. */
  public void drain(Log log) {
    for (KeyHistory history : changed) {
      if (!history.dirty()) {
        continue;
      }
      history.clean();
      if (history.isEmpty()) {
        histories.remove(probe.set(history.key()));
        log.put(history.key(), null);
      } else {
        log.put(history.key(), history.encode());
      }
    }
    changed.clear();
    if (accountsChanged) {
      log.put(ACCOUNTS_KEY, AccountsFormat.encode(accounts));
      accountsChanged = false;
    }
  }

  /** Forgets everything: what was not logged is lost. */
  public void clear() {
    histories.clear();
    changed.clear();
    accountsChanged = false;
    accounts = new Accounts(streams, rules.names());
  }

  /** The partition's counters. */
  public Accounts accounts() {
    return accounts;
  }

  /** The histories that say something, in no order. */
  public Collection<KeyHistory> histories() {
    return Collections.unmodifiableCollection(histories.values());
  }

  @Nullable KeyHistory find(byte[] key) {
    return histories.get(probe.set(key));
  }

  /** Takes in a new key's history once it says something. */
  void add(KeyHistory history) {
    histories.put(new Key(history.key()), history);
    changed.add(history);
  }

  /** Notes that a history of the table has become dirty. */
  void changed(KeyHistory history) {
    changed.add(history);
  }

  void accountsChanged() {
    accountsChanged = true;
  }
}
