package io.windsock.topology.receive;

import io.windsock.contracts.schema.UndecodableException;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.history.Reference;
import io.windsock.rules.history.References;
import io.windsock.rules.stage.MirroringFunction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state that a task restores after a restart: the rules' history of every key of one partition
 * (the paper, section 3.2.1), the partition's {@link Accounts}, the parameters in force, and the
 * ids of the updates taken lately. Kept as plain objects in a map; {@link #drain} encodes each
 * change since the last commit once, for the log. A key without an event for {@link
 * #FORGET_AFTER_MS} is forgotten. After a restart, the time at which a key was logged stands for
 * that of its last event, so a key whose events change nothing is logged again every {@link
 * #REFRESH_MS}. Events that rules hold are logged as references to the source at first, and only
 * those held for longer with their bytes (decision 94). Owned by the task's thread.
 */
public final class StatusTable {
  /** A week: longer than any rule withholds an event, and longer than a flight leg. */
  public static final long FORGET_AFTER_MS = 7L * 24 * 3_600_000;

  /**
   * How often a key is logged while its events do not change its history. After a restart, a key
   * may be forgotten this much earlier.
   */
  static final long REFRESH_MS = 24 * 3_600_000;

  /** How often the table is searched for keys to forget. */
  static final long LOOK_THROUGH_MS = 3_600_000;

  /** After a key has been quiet for this long, its permanently missing updates no longer count. */
  static final long LACK_ENDS_MS = 3_600_000;

  /** A history that has been logged with references for so long is logged with its events. */
  static final long REFER_MS = 2_000;

  /**
   * So is one after so many records; and there are no references to events received so many records
   * ago. Hence a restart reads at most twice as many again.
   */
  static final long REFER_RECORDS = 20_000;

  /** The logged key of the accounts; no event has an empty key. */
  private static final byte[] ACCOUNTS_KEY = {};

  /** The logged key of the parameters in force; no event has a key that is not UTF-8. */
  private static final byte[] PARAMETERS_KEY = {(byte) 0xff};

  /** Receives changes. */
  public interface Log {
    /** Replaces the value logged under {@code key}; null deletes it. */
    void put(byte[] key, byte @Nullable [] value);
  }

  /** The logged value of one key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Logged(byte[] key, byte[] value, long loggedMs) {}

  // Read from the log after a restart, until it is opened:
  private final Map<ByteBuffer, Logged> logged = new HashMap<>();

  /** Since when a history is logged with references. */
  private record Since(long sequence, long nowMs) {}

  // Rebuilt from that:
  private final Map<Row, Row> rows = new HashMap<>();
  private final UpdateIds updateIds;
  private TaskParameters parameters;
  private Accounts accounts;

  private boolean continues;

  // Not yet logged:
  private final List<KeyHistory> changed = new ArrayList<>();
  private final List<byte[]> forgotten = new ArrayList<>();
  private final List<byte[]> refreshed = new ArrayList<>();
  private boolean accountsChanged;
  private boolean parametersChanged;

  /** The histories whose last logged form refers to the source, in the order of that. */
  private final Map<KeyHistory, Since> referring = new LinkedHashMap<>();

  /** Events that rules held, and that are gone from the source. */
  private final List<Reference> lost = new ArrayList<>();

  private final TaskParameters initial;
  private final ParametersReader reader;
  private final List<String> streams;
  private final Row probe = new Row();
  private long lookedThroughMs;

  /**
   * Creates an empty table.
   *
   * @param initial in force until a change
   * @param reader decodes the logged parameters
   */
  public StatusTable(List<String> streams, TaskParameters initial, ParametersReader reader) {
    this.streams = List.copyOf(streams);
    this.updateIds = new UpdateIds(this.streams);
    this.initial = initial;
    this.reader = reader;
    this.parameters = initial;
    this.accounts = new Accounts(this.streams, initial.rules().names());
  }

  /**
   * Restores an entry that {@link #drain} logged; the last value of a key counts. Only before
   * {@link #open}.
   *
   * @param loggedMs when it was logged, ms since the epoch
   */
  public void restore(byte[] key, byte @Nullable [] value, long loggedMs) {
    if (value == null) {
      logged.remove(ByteBuffer.wrap(key));
    } else {
      logged.put(ByteBuffer.wrap(key), new Logged(key, value, loggedMs));
    }
  }

  /**
   * Continues from the end of the log. Further calls do nothing.
   *
   * @param source has the events to which the log refers
   * @throws IllegalArgumentException for bytes that no table can have logged
   * @throws io.windsock.contracts.config.ConfigurationException if the parameters in force can't be
   *     carried out here
   */
  public void open(SourceEvents source) {
    Logged last = logged.get(ByteBuffer.wrap(PARAMETERS_KEY));
    TaskParameters inForce = last == null ? parameters : read(last.value());
    List<Logged> histories =
        logged.values().stream().filter(one -> isHistoryKey(one.key())).toList();
    // If this fails, nothing has changed, and all can be tried again.
    Map<Reference, byte[]> found = read(histories, inForce.rules().layout(), source);
    parameters = inForce;
    Logged counts = logged.get(ByteBuffer.wrap(ACCOUNTS_KEY));
    if (counts != null) {
      accounts = AccountsFormat.decode(counts.value(), streams, parameters.rules().names());
      continues = true;
    }
    for (Logged one : logged.values()) {
      if (UpdateIds.isLoggedKey(one.key())) {
        updateIds.restore(one.key(), one.value());
      }
    }
    updateIds.order();
    histories.forEach(one -> open(one, found));
    logged.clear();
  }

  private static boolean isHistoryKey(byte[] key) {
    return !UpdateIds.isLoggedKey(key)
        && !Arrays.equals(key, ACCOUNTS_KEY)
        && !Arrays.equals(key, PARAMETERS_KEY);
  }

  /** Returns the events to which these refer, as far as the source has them. */
  private static Map<Reference, byte[]> read(
      List<Logged> histories, HistoryLayout layout, SourceEvents source) {
    Set<Reference> wanted = new HashSet<>();
    for (Logged one : histories) {
      var unused =
          KeyHistory.decode(
              one.key(),
              one.value(),
              layout,
              (reference, held) -> {
                wanted.add(reference);
                return null;
              });
    }
    return wanted.isEmpty() ? Map.of() : source.read(wanted);
  }

  private void open(Logged one, Map<Reference, byte[]> found) {
    References events =
        (reference, held) -> {
          byte[] value = found.get(reference);
          if (value == null && held) {
            lose(reference);
          }
          return value;
        };
    HistoryLayout layout = parameters.rules().layout();
    KeyHistory history = KeyHistory.decode(one.key(), one.value(), layout, events);
    if (history.isEmpty()) {
      forgotten.add(one.key());
      return;
    }
    put(history, one.loggedMs(), one.loggedMs());
    if (KeyHistory.refers(one.value())) {
      refreshed.add(one.key()); // from now on it is not known where the source has its events
    }
  }

  /** The counts add up only if something has taken the event; no rule of now has. */
  private void lose(Reference reference) {
    lost.add(reference);
    accounts.takenByFormerRules++;
    accountsChanged = true;
  }

  /** Returns the events that rules held before a restart, and that the source no longer has. */
  public List<Reference> lost() {
    return List.copyOf(lost);
  }

  private TaskParameters read(byte[] framed) {
    try {
      return reader.read(framed);
    } catch (UndecodableException e) {
      throw new IllegalArgumentException("logged parameters: " + e.getMessage(), e);
    }
  }

  /** Returns the parameters in force. */
  TaskParameters parameters() {
    return parameters;
  }

  /** Puts these parameters in force; only right after a marker. Replaces the histories. */
  void change(TaskParameters next) {
    parameters = next;
    parametersChanged = true;
    accounts.count(next.rules().names());
    accountsChanged = true;
    List<Row> before = new ArrayList<>(rows.values());
    rows.clear();
    changed.clear();
    for (Row row : before) {
      KeyHistory history = row.history();
      if (history != null) {
        KeyHistory after = history.under(next.rules().layout());
        put(after, row.lastEventMs(), row.refreshedMs());
        if (after.dirty()) {
          changed.add(after);
        } else if (referring.containsKey(history)) {
          refreshed.add(row.key());
        }
      }
    }
    referring.clear();
  }

  private void put(KeyHistory history, long lastEventMs, long refreshedMs) {
    Row row = new Row(history, lastEventMs, refreshedMs);
    rows.put(row, row);
  }

  /**
   * Passes everything changed since the last call to {@code log}, and the keys due to be logged for
   * being alive, each key once.
   *
   * @param nowMs the time, ms since the epoch
   */
  public void drain(long nowMs, Log log) {
    for (byte[] key : forgotten) {
      log.put(key, null);
    }
    forgotten.clear();
    for (byte[] key : refreshed) {
      refresh(key, log);
    }
    refreshed.clear();
    logInFull(nowMs, log);
    for (KeyHistory history : changed) {
      if (history.dirty()) {
        drain(history, nowMs, log);
      }
    }
    changed.clear();
    updateIds.drain(log);
    if (parametersChanged) {
      log.put(PARAMETERS_KEY, parameters.logged());
      parametersChanged = false;
    }
    if (accountsChanged) {
      log.put(ACCOUNTS_KEY, AccountsFormat.encode(accounts));
      accountsChanged = false;
    }
  }

  /** Logs a key as it is, unless it is logged as changed or has been forgotten meanwhile. */
  private void refresh(byte[] key, Log log) {
    Row row = rows.get(probe.as(key));
    KeyHistory history = row == null ? null : row.history();
    if (history != null && !history.dirty()) {
      referring.remove(history);
      log.put(key, history.encode());
    }
  }

  /** Logs the histories that have referred to the source for long enough, with their events. */
  private void logInFull(long nowMs, Log log) {
    Iterator<Map.Entry<KeyHistory, Since>> each = referring.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<KeyHistory, Since> first = each.next();
      Since since = first.getValue();
      boolean isLong =
          nowMs - since.nowMs() >= REFER_MS
              || accounts.sequence - since.sequence() >= REFER_RECORDS;
      if (!isLong) {
        return;
      }
      each.remove();
      KeyHistory history = first.getKey();
      if (!history.isEmpty()) { // an empty one is dirty, and follows
        history.clean();
        log.put(history.key(), history.encode());
      }
    }
  }

  private void drain(KeyHistory history, long nowMs, Log log) {
    history.clean();
    if (history.isEmpty()) {
      rows.remove(probe.as(history.key()));
      referring.remove(history);
      log.put(history.key(), null);
      return;
    }
    long fromSequence = accounts.sequence - REFER_RECORDS;
    if (history.mayReferTo(fromSequence)) {
      referring.putIfAbsent(history, new Since(accounts.sequence, nowMs));
    } else {
      referring.remove(history);
    }
    log.put(history.key(), history.encode(fromSequence));
  }

  /** Clears the table; changes not yet logged are lost. */
  public void clear() {
    logged.clear();
    rows.clear();
    changed.clear();
    forgotten.clear();
    refreshed.clear();
    referring.clear();
    lost.clear();
    updateIds.clear();
    accountsChanged = false;
    parametersChanged = false;
    continues = false;
    parameters = initial;
    accounts = new Accounts(streams, initial.rules().names());
  }

  /**
   * Returns whether the log had the partition's counters when the table was opened, from an earlier
   * run.
   */
  boolean continues() {
    return continues;
  }

  /** Returns the partition's counters. */
  public Accounts accounts() {
    return accounts;
  }

  /** Returns the ids of the updates taken lately. */
  UpdateIds updateIds() {
    return updateIds;
  }

  /** Passes the histories that are not empty to {@code consumer}, in no particular order. */
  public void forEach(Consumer<KeyHistory> consumer) {
    for (Row row : rows.values()) {
      KeyHistory history = row.history();
      if (history != null) {
        consumer.accept(history);
      }
    }
  }

  /** Returns the number of keys with a history. */
  public int size() {
    return rows.size();
  }

  /** Returns the history of a key that receives an event at {@code nowMs}; null if it has none. */
  @Nullable KeyHistory find(byte[] key, long nowMs) {
    Row row = rows.get(probe.as(key));
    if (row == null) {
      return null;
    }
    row.received(nowMs);
    if (nowMs - row.refreshedMs() >= REFRESH_MS) {
      row.refreshed(nowMs);
      refreshed.add(row.key());
    }
    return row.history();
  }

  /** Adds a new key's history once it is not empty. */
  void add(KeyHistory history, long nowMs) {
    put(history, nowMs, nowMs);
    changed.add(history);
  }

  /** Records that a history in the table has become dirty. */
  void changed(KeyHistory history) {
    changed.add(history);
  }

  void accountsChanged() {
    accountsChanged = true;
  }

  /**
   * Forgets keys without an event for {@link #FORGET_AFTER_MS}, and ends the accounting of missing
   * updates for those without one for {@link #LACK_ENDS_MS}; searches the table once an hour.
   */
  void forget(long nowMs, MirroringFunction function) {
    if (nowMs - lookedThroughMs < LOOK_THROUGH_MS) {
      return;
    }
    lookedThroughMs = nowMs;
    Iterator<Row> each = rows.values().iterator();
    while (each.hasNext()) {
      Row row = each.next();
      KeyHistory history = row.history();
      if (history == null || history.dirty()) {
        continue;
      }
      long silentMs = nowMs - row.lastEventMs();
      if (silentMs > FORGET_AFTER_MS) {
        each.remove();
        referring.remove(history);
        forgotten.add(row.key());
        function.forget(history);
      } else if (silentMs > LACK_ENDS_MS) {
        function.quiet(history);
        if (history.dirty()) {
          changed.add(history);
        }
      }
    }
  }
}
