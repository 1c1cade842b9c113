package io.windsock.topology.receive;

import io.windsock.contracts.schema.UndecodableException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last value logged under each key of one partition, kept after a restart until the status
 * table is opened. Tells by their keys what the values are. Owned by the task's thread.
 */
final class RestoredLog {
  /** The logged key of the accounts; no event has an empty key. */
  static final byte[] ACCOUNTS_KEY = {};

  /** The logged key of the parameters in force; no event has a key that is not UTF-8. */
  static final byte[] PARAMETERS_KEY = {(byte) 0xff};

  /** The logged value of one key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entry(byte[] key, byte[] value, long loggedMs) {}

  private final Map<ByteBuffer, Entry> entries = new HashMap<>();

  /**
   * Replaces the value of a key; null deletes it.
   *
   * @param loggedMs when it was logged, ms since the epoch
   */
  void put(byte[] key, byte @Nullable [] value, long loggedMs) {
    if (value == null) {
      entries.remove(ByteBuffer.wrap(key));
    } else {
      entries.put(ByteBuffer.wrap(key), new Entry(key, value, loggedMs));
    }
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * Returns the parameters that were in force; null if none were logged.
   *
   * @throws IllegalArgumentException for bytes that no table can have logged
   * @throws io.windsock.contracts.config.ConfigurationException if the parameters can't be carried
   *     out here
   */
  @Nullable TaskParameters parameters(ParametersReader reader) {
    byte[] framed = value(PARAMETERS_KEY);
    try {
      return framed == null ? null : reader.read(framed);
    } catch (UndecodableException e) {
      throw new IllegalArgumentException("logged parameters: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the partition's counters; null if none were logged.
   *
   * @throws IllegalArgumentException for bytes that no table can have logged
   */
  @Nullable Accounts accounts(List<String> streams, List<String> rules) {
    byte[] counts = value(ACCOUNTS_KEY);
    return counts == null ? null : AccountsFormat.decode(counts, streams, rules);
  }

  private byte @Nullable [] value(byte[] key) {
    Entry entry = entries.get(ByteBuffer.wrap(key));
    return entry == null ? null : entry.value();
  }

  /** Returns the ids of updates, in no particular order. */
  List<Entry> updateIds() {
    List<Entry> ids = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (UpdateIds.isLoggedKey(entry.key())) {
        ids.add(entry);
      }
    }
    return ids;
  }

  /** Returns the histories, in no particular order. */
  List<Entry> histories() {
    List<Entry> histories = new ArrayList<>(entries.size());
    for (Entry entry : entries.values()) {
      if (isHistory(entry.key())) {
        histories.add(entry);
      }
    }
    return histories;
  }

  private static boolean isHistory(byte[] key) {
    return !UpdateIds.isLoggedKey(key)
        && !Arrays.equals(key, ACCOUNTS_KEY)
        && !Arrays.equals(key, PARAMETERS_KEY);
  }

  void clear() {
    entries.clear();
  }
}
