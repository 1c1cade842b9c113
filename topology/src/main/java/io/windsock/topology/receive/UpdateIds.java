package io.windsock.topology.receive;

import io.windsock.contracts.topic.EventHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the updates that a partition has taken lately, so that an update which is written
 * twice is taken once, whoever wrote it. Logged with the status table. Owned by the task's thread.
 *
 * <p>An id is forgotten after {@link #REMEMBER_MS}, or earlier once {@link #MAX_IDS} later ones
 * were taken. Records without an id cost nothing here.
 */
final class UpdateIds {
  /** How long an id is remembered, by the append times of the partition's updates: 15 min. */
  static final long REMEMBER_MS = 15 * 60_000;

  /** The most ids remembered. */
  static final int MAX_IDS = 100_000;

  /**
   * Begins the logged key of an id. No event has a key that is not UTF-8, and the parameters' key
   * is another.
   */
  private static final byte MARK = (byte) 0xfe;

  // Rebuilt from the log; in the order in which they were taken:
  private final Map<ByteBuffer, Long> taken = new LinkedHashMap<>();

  // Not yet logged:
  private final Set<ByteBuffer> changed = new LinkedHashSet<>();

  /** Returns whether an id is logged under this key. */
  static boolean isLoggedKey(byte[] key) {
    return key.length > 1 && key[0] == MARK;
  }

  /** Restores an id from its logged form. Ids may come in any order; call {@link #order} after. */
  void restore(byte[] key, byte[] value) {
    if (value.length != Long.BYTES) {
      throw new IllegalArgumentException(
          "an update's id with a time of " + value.length + " bytes");
    }
    taken.put(ByteBuffer.wrap(key, 1, key.length - 1).slice(), ByteBuffer.wrap(value).getLong());
  }

  /** Puts restored ids in the order in which they were taken. */
  void order() {
    Map<ByteBuffer, Long> restored = new LinkedHashMap<>(taken);
    taken.clear();
    restored.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEachOrdered(id -> taken.put(id.getKey(), id.getValue()));
  }

  /** Returns why an update with this id is passed over; null if it is not. */
  @Nullable String fault(byte[] id) {
    if (id.length == 0 || id.length > EventHeaders.MAX_UPDATE_ID_BYTES) {
      return "an update id of "
          + id.length
          + " bytes; it must have 1 to "
          + EventHeaders.MAX_UPDATE_ID_BYTES;
    }
    return taken.containsKey(ByteBuffer.wrap(id))
        ? "a repeat of update '" + new String(id, StandardCharsets.UTF_8) + "'"
        : null;
  }

  /**
   * Notes that an update was taken, and forgets those taken long before it.
   *
   * @param id kept, not copied
   */
  void take(byte[] id, long appendTimeMs) {
    ByteBuffer key = ByteBuffer.wrap(id);
    taken.put(key, appendTimeMs);
    changed.add(key);
    Iterator<Map.Entry<ByteBuffer, Long>> oldest = taken.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<ByteBuffer, Long> first = oldest.next();
      if (taken.size() <= MAX_IDS && appendTimeMs - first.getValue() <= REMEMBER_MS) {
        return;
      }
      oldest.remove();
      changed.add(first.getKey());
    }
  }

  /** Passes everything changed since the last call to {@code log}. */
  void drain(StatusTable.Log log) {
    for (ByteBuffer id : changed) {
      Long atMs = taken.get(id);
      byte[] value = atMs == null ? null : ByteBuffer.allocate(Long.BYTES).putLong(atMs).array();
      log.put(logged(id), value);
    }
    changed.clear();
  }

  private static byte[] logged(ByteBuffer id) {
    byte[] key = new byte[1 + id.remaining()];
    key[0] = MARK;
    id.duplicate().get(key, 1, id.remaining());
    return key;
  }

  void clear() {
    taken.clear();
    changed.clear();
  }

  /** Returns the number of ids remembered. */
  int size() {
    return taken.size();
  }
}
