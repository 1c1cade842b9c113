package io.windsock.topology.receive;

import io.windsock.contracts.topic.EventHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the updates that a partition has taken lately, so that an update which is written
 * twice is taken once, whoever wrote it. Logged with the status table. Owned by the task's thread.
 *
 * <p>An id is forgotten after {@link #REMEMBER_MS}, or earlier if there are more than {@link
 * #MAX_IDS}. Its age is that in its own stream, to which all copies of an update go: streams are
 * received in no order, and another may be hours ahead. Records without an id cost nothing here.
 */
final class UpdateIds {
  /** How long an id is remembered, by the append times of its stream's updates: 15 min. */
  static final long REMEMBER_MS = 15 * 60_000;

  /** The most ids remembered. */
  static final int MAX_IDS = 100_000;

  /**
   * Begins the logged key of an id. No event has a key that is not UTF-8, and the parameters' key
   * is another.
   */
  private static final byte MARK = (byte) 0xfe;

  private final List<String> streams;

  /**
   * Rebuilt from the log: the append time of each id, by stream, in the order in which they were
   * taken. The last is for ids of no known stream, which age with every stream.
   */
  private final List<Map<ByteBuffer, Long>> taken = new ArrayList<>();

  // Not yet logged:
  private final Set<ByteBuffer> changed = new LinkedHashSet<>();

  /**
   * Remembers no ids.
   *
   * @param streams the names of the streams, by number
   */
  UpdateIds(List<String> streams) {
    this.streams = List.copyOf(streams);
    for (int stream = 0; stream <= streams.size(); stream++) {
      taken.add(new LinkedHashMap<>());
    }
  }

  /** Returns whether an id is logged under this key. */
  static boolean isLoggedKey(byte[] key) {
    return key.length > 1 && key[0] == MARK;
  }

  /** Restores an id from its logged form. Ids may come in any order; call {@link #order} after. */
  void restore(byte[] key, byte[] value) {
    if (value.length < Long.BYTES) {
      throw new IllegalArgumentException(
          "an update's id with a time of " + value.length + " bytes");
    }
    String stream =
        new String(value, Long.BYTES, value.length - Long.BYTES, StandardCharsets.UTF_8);
    int known = streams.indexOf(stream); // earlier versions logged no stream
    of(known < 0 ? streams.size() : known)
        .put(ByteBuffer.wrap(key, 1, key.length - 1).slice(), ByteBuffer.wrap(value).getLong());
  }

  private Map<ByteBuffer, Long> of(int stream) {
    return taken.get(stream);
  }

  /** Puts restored ids in the order in which they were taken. */
  void order() {
    for (Map<ByteBuffer, Long> ids : taken) {
      Map<ByteBuffer, Long> restored = new LinkedHashMap<>(ids);
      ids.clear();
      restored.entrySet().stream()
          .sorted(Map.Entry.comparingByValue())
          .forEachOrdered(id -> ids.put(id.getKey(), id.getValue()));
    }
  }

  /** Returns why an update with this id is passed over; null if it is not. */
  @Nullable String fault(byte[] id) {
    if (id.length == 0 || id.length > EventHeaders.MAX_UPDATE_ID_BYTES) {
      return "an update id of "
          + id.length
          + " bytes; it must have 1 to "
          + EventHeaders.MAX_UPDATE_ID_BYTES;
    }
    return streamOf(ByteBuffer.wrap(id)) >= 0
        ? "a repeat of update '" + new String(id, StandardCharsets.UTF_8) + "'"
        : null;
  }

  /** Returns the number of the stream with this id; −1 if there is none. */
  private int streamOf(ByteBuffer id) {
    for (int stream = 0; stream < taken.size(); stream++) {
      if (of(stream).containsKey(id)) {
        return stream;
      }
    }
    return -1;
  }

  /**
   * Notes that an update was taken, and forgets those taken long before it.
   *
   * @param stream the number of its stream
   * @param id kept, not copied
   */
  void take(int stream, byte[] id, long appendTimeMs) {
    ByteBuffer key = ByteBuffer.wrap(id);
    of(stream).put(key, appendTimeMs);
    changed.add(key);
    forget(of(stream), appendTimeMs - REMEMBER_MS);
    forget(of(streams.size()), appendTimeMs - REMEMBER_MS);
    if (size() > MAX_IDS) {
      forgetOne();
    }
  }

  /** Forgets the first ids of a stream, which are older than {@code fromMs}. */
  private void forget(Map<ByteBuffer, Long> ids, long fromMs) {
    Iterator<Map.Entry<ByteBuffer, Long>> oldest = ids.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<ByteBuffer, Long> first = oldest.next();
      if (first.getValue() >= fromMs) {
        return;
      }
      oldest.remove();
      changed.add(first.getKey());
    }
  }

  /** Forgets the first id of the stream with the most: one that is behind keeps its few. */
  private void forgetOne() {
    Map<ByteBuffer, Long> from = of(0);
    for (Map<ByteBuffer, Long> ids : taken) {
      if (ids.size() > from.size()) {
        from = ids;
      }
    }
    Iterator<ByteBuffer> first = from.keySet().iterator();
    changed.add(first.next());
    first.remove();
  }

  /** Passes everything changed since the last call to {@code log}. */
  void drain(StatusTable.Log log) {
    for (ByteBuffer id : changed) {
      int stream = streamOf(id);
      log.put(logged(id), stream < 0 ? null : value(stream, id));
    }
    changed.clear();
  }

  private byte[] value(int stream, ByteBuffer id) {
    String name = stream < streams.size() ? streams.get(stream) : "";
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Long.BYTES + nameBytes.length)
        .putLong(Objects.requireNonNull(of(stream).get(id)))
        .put(nameBytes)
        .array();
  }

  private static byte[] logged(ByteBuffer id) {
    byte[] key = new byte[1 + id.remaining()];
    key[0] = MARK;
    id.duplicate().get(key, 1, id.remaining());
    return key;
  }

  void clear() {
    taken.forEach(Map::clear);
    changed.clear();
  }

  /** Returns the number of ids remembered. */
  int size() {
    int size = 0;
    for (Map<ByteBuffer, Long> ids : taken) {
      size += ids.size();
    }
    return size;
  }
}
