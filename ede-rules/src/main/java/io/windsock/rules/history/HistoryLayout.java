package io.windsock.rules.history;

import io.windsock.contracts.schema.Catalogue;
import java.util.Arrays;
import java.util.List;

/**
 * The slots of a {@link KeyHistory} that each rule of a set uses. Immutable; shared by all threads.
 */
public final class HistoryLayout {
  /**
   * The {@code missing} value of a rule that discards only events superseded for good, so that
   * nothing counts as missing.
   */
  public static final int COUNTS_NOTHING = -1;

  /**
   * The slots that one rule needs.
   *
   * @param id the rule's id in the changelog: 24 bits, not 0, unique in the set
   * @param slots the number of slots
   * @param missing the slot that counts the updates that the mirrors lack because of the rule,
   *     followed by the slot with the time since when; or {@link #COUNTS_NOTHING}
   */
  public record Entry(int id, int slots, int missing) {}

  private final Catalogue catalogue;
  private final Entry[] entries;

  /** The first slot of each rule, plus one final entry. */
  private final int[] starts;

  /** Creates a layout of these entries, indexed by rule number. */
  public HistoryLayout(Catalogue catalogue, List<Entry> entries) {
    this.catalogue = catalogue;
    this.entries = entries.toArray(new Entry[0]);
    starts = new int[this.entries.length + 1];
    for (int i = 0; i < this.entries.length; i++) {
      starts[i + 1] = starts[i] + this.entries[i].slots();
    }
  }

  Catalogue catalogue() {
    return catalogue;
  }

  /**
   * Returns the number of rules that use slots, which is also the number of the chain of events
   * whose rule no longer exists.
   */
  int rules() {
    return entries.length;
  }

  int id(int rule) {
    return entries[rule].id();
  }

  /** Returns the first slot of a rule. */
  int start(int rule) {
    return starts[rule];
  }

  int slots(int rule) {
    return entries[rule].slots();
  }

  int allSlots() {
    return starts[entries.length];
  }

  /**
   * Returns the slot that counts what the mirrors lack because of a rule; negative if there is
   * none.
   */
  int missingSlot(int rule) {
    int missing = entries[rule].missing();
    return missing == COUNTS_NOTHING ? COUNTS_NOTHING : starts[rule] + missing;
  }

  /** Returns the rule with this {@code id} in a logged history; −1 if there is none. */
  int indexOf(int id) {
    for (int i = 0; i < entries.length; i++) {
      if (entries[i].id() == id) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a history under this layout can be used unchanged under {@code other}. */
  boolean sameShape(HistoryLayout other) {
    return Arrays.equals(entries, other.entries);
  }
}
