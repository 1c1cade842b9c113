package io.windsock.topology.receive;

import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.history.Reference;
import io.windsock.rules.history.References;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one partition's log refers to. Events that rules hold are logged as references to the source
 * at first, and only those held for longer with their bytes (decision 94). Knows which histories
 * were logged with references and when they are due with bytes, and reads the events again after a
 * restart. Owned by the task's thread.
 */
final class LoggedReferences {
  /** A history that has been logged with references for so long is logged with its events. */
  static final long REFER_MS = 2_000;

  /**
   * So is one after so many records; and there are no references to events received so many records
   * ago. Hence a restart reads at most twice as many again.
   */
  static final long REFER_RECORDS = 20_000;

  /** Since when a history is logged with references. */
  private record Since(long sequence, long timeMs) {
    boolean isLong(long sequenceNow, long nowMs) {
      return nowMs - timeMs >= REFER_MS || sequenceNow - sequence >= REFER_RECORDS;
    }
  }

  /** The histories whose last logged form refers to the source, first what has done so longest. */
  private final Map<KeyHistory, Since> referring = new LinkedHashMap<>();

  private final List<Reference> lost = new ArrayList<>();

  /**
   * Returns the form in which a history is logged now: with references to recent events.
   *
   * @param sequence of the last record received
   * @param nowMs the time, ms since the epoch
   */
  byte[] encode(KeyHistory history, long sequence, long nowMs) {
    long fromSequence = sequence - REFER_RECORDS;
    if (history.mayReferTo(fromSequence)) {
      referring.putIfAbsent(history, new Since(sequence, nowMs));
    } else {
      referring.remove(history);
    }
    return history.encode(fromSequence);
  }

  /** Returns the form in which a history is logged with all its events. */
  byte[] encodeWhole(KeyHistory history) {
    referring.remove(history);
    return history.encode();
  }

  /**
   * Forgets how a history was logged.
   *
   * @return whether its last logged form refers to the source
   */
  boolean forget(KeyHistory history) {
    return referring.remove(history) != null;
  }

  /**
   * Returns the histories that have referred to the source for long enough, and forgets them: they
   * are to be logged with all their events now.
   *
   * @param sequence of the last record received
   * @param nowMs the time, ms since the epoch
   */
  List<KeyHistory> takeDue(long sequence, long nowMs) {
    List<KeyHistory> due = new ArrayList<>();
    Iterator<Map.Entry<KeyHistory, Since>> each = referring.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<KeyHistory, Since> first = each.next();
      if (!first.getValue().isLong(sequence, nowMs)) {
        break;
      }
      due.add(first.getKey());
      each.remove();
    }
    return due;
  }

  /**
   * Reads the events to which logged histories refer.
   *
   * @return gives the events, for decoding each of the histories once; what it lacks is lost
   * @throws IllegalArgumentException for bytes that no history has
   */
  References read(List<RestoredLog.Entry> histories, HistoryLayout layout, SourceEvents source) {
    Set<Reference> wanted = wanted(histories, layout);
    Map<Reference, byte[]> found = wanted.isEmpty() ? Map.of() : source.read(wanted);
    return (reference, held) -> {
      byte[] value = found.get(reference);
      if (value == null && held) {
        lost.add(reference);
      }
      return value;
    };
  }

  private static Set<Reference> wanted(List<RestoredLog.Entry> histories, HistoryLayout layout) {
    Set<Reference> wanted = new HashSet<>();
    References noting =
        (reference, held) -> {
          wanted.add(reference);
          return null;
        };
    for (RestoredLog.Entry one : histories) {
      var unused = KeyHistory.decode(one.key(), one.value(), layout, noting);
    }
    return wanted;
  }

  /** Returns the events that rules held before a restart, and that the source no longer has. */
  List<Reference> lost() {
    return List.copyOf(lost);
  }

  void clear() {
    referring.clear();
    lost.clear();
  }
}
