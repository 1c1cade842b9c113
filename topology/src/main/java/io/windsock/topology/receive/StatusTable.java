package io.windsock.topology.receive;

import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.history.Reference;
import io.windsock.rules.history.References;
import io.windsock.rules.stage.MirroringFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state that a task restores after a restart: the rules' history of every key of one partition
 * (the paper, section 3.2.1), the partition's {@link Accounts}, the parameters in force, and the
 * ids of the updates taken lately. Kept as plain objects in a map; {@link #drain} encodes each
 * change since the last commit once, for the log. A key without an event for {@link
 * #FORGET_AFTER_MS} is forgotten. After a restart, the time at which a key was logged stands for
 * that of its last event, so a key whose events change nothing is logged again every {@link
 * #REFRESH_MS}. Recent events may be logged as {@link LoggedReferences} to the source. Owned by the
 * task's thread.
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

  /** Receives changes. */
  public interface Log {
    /** Replaces the value logged under {@code key}; null deletes it. */
    void put(byte[] key, byte @Nullable [] value);
  }

  // Read from the log after a restart, until it is opened:
  private final RestoredLog restored = new RestoredLog();

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

  // About what is logged:
  private final LoggedReferences references = new LoggedReferences();

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
    restored.put(key, value, loggedMs);
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
    if (restored.isEmpty()) {
      return;
    }
    TaskParameters last = restored.parameters(reader);
    TaskParameters inForce = last == null ? parameters : last;
    List<RestoredLog.Entry> histories = restored.histories();
    // If this fails, nothing has changed, and all can be tried again.
    References events = references.read(histories, inForce.rules().layout(), source);
    parameters = inForce;
    openAccounts();
    restored.updateIds().forEach(one -> updateIds.restore(one.key(), one.value()));
    updateIds.order();
    histories.forEach(one -> open(one, events));
    countLost();
    restored.clear();
  }

  private void openAccounts() {
    Accounts last = restored.accounts(streams, parameters.rules().names());
    if (last != null) {
      accounts = last;
      continues = true;
    }
  }

  private void open(RestoredLog.Entry one, References events) {
    KeyHistory history =
        KeyHistory.decode(one.key(), one.value(), parameters.rules().layout(), events);
    if (history.isEmpty()) {
      forgotten.add(one.key());
      return;
    }
    put(history, one.loggedMs(), one.loggedMs());
    if (KeyHistory.refers(one.value())) {
      refreshed.add(one.key()); // from now on it is not known where the source has its events
    }
  }

  /** The counts add up only if something has taken the events; no rule of now has. */
  private void countLost() {
    int lost = lost().size();
    if (lost > 0) {
      accounts.takenByFormerRules += lost;
      accountsChanged = true;
    }
  }

  /** Returns the events that rules held before a restart, and that the source no longer has. */
  public List<Reference> lost() {
    return references.lost();
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
        boolean refers = references.forget(history);
        KeyHistory after = history.under(next.rules().layout());
        put(after, row.lastEventMs(), row.refreshedMs());
        if (after.dirty()) {
          changed.add(after);
        } else if (refers) {
          refreshed.add(row.key()); // it no longer knows where the source has its events
        }
      }
    }
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
    logDue(nowMs, log);
    for (KeyHistory history : changed) {
      if (history.dirty()) {
        drain(history, nowMs, log);
      }
    }
    changed.clear();
    updateIds.drain(log);
    if (parametersChanged) {
      log.put(RestoredLog.PARAMETERS_KEY, parameters.logged());
      parametersChanged = false;
    }
    if (accountsChanged) {
      log.put(RestoredLog.ACCOUNTS_KEY, AccountsFormat.encode(accounts));
      accountsChanged = false;
    }
  }

  /** Logs a key as it is, unless it is logged as changed or has been forgotten meanwhile. */
  private void refresh(byte[] key, Log log) {
    Row row = rows.get(probe.as(key));
    KeyHistory history = row == null ? null : row.history();
    if (history != null && !history.dirty()) {
      log.put(key, references.encodeWhole(history));
    }
  }

  /** Logs the histories that have referred to the source for long enough, with their events. */
  private void logDue(long nowMs, Log log) {
    for (KeyHistory history : references.takeDue(accounts.sequence, nowMs)) {
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
      references.forget(history);
      log.put(history.key(), null);
      return;
    }
    log.put(history.key(), references.encode(history, accounts.sequence, nowMs));
  }

  /** Clears the table; changes not yet logged are lost. */
  public void clear() {
    restored.clear();
    rows.clear();
    changed.clear();
    forgotten.clear();
    refreshed.clear();
    references.clear();
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
        references.forget(history);
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
