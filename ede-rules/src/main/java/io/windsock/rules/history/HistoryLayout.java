package io.windsock.rules.history;

import io.windsock.contracts.schema.Catalogue;
import java.util.Arrays;
import java.util.List;

/**
 * Where the rules of a set keep what they remember in a {@link KeyHistory}. Immutable; shared by
 * all threads.
 */
public final class HistoryLayout {
  /** For a rule that discards only what is superseded for good: it counts nothing as missing. */
  public static final int COUNTS_NOTHING = -1;

  /**
   * What one rule needs of a history.
   *
   * @param id what the changelog calls the rule: 24 bits, not 0, unique in the set
   * @param slots how many numbers it keeps
   * @param missing which of its numbers counts the updates that the mirrors are missing because of
   *     it; the next one says since when; or {@link #COUNTS_NOTHING}
   */
  public record Entry(int id, int slots, int missing) {}

  private final Catalogue catalogue;
  private final Entry[] entries;

  /** Where each rule's slots start; one more than there are rules. */
  private final int[] starts;

  /** A layout of these entries, by rule number. */
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

  /** How many rules keep something; the chain of events whose rule is gone has this number. */
  int rules() {
    return entries.length;
  }

  int id(int rule) {
    return entries[rule].id();
  }

  /** The first slot of a rule. */
  int start(int rule) {
    return starts[rule];
  }

  int slots(int rule) {
    return entries[rule].slots();
  }

  int allSlots() {
    return starts[entries.length];
  }

  /** The slot that counts what the mirrors are missing because of a rule; negative: none. */
  int missingSlot(int rule) {
    int missing = entries[rule].missing();
    return missing == COUNTS_NOTHING ? COUNTS_NOTHING : starts[rule] + missing;
  }

  /** The rule that a logged history calls {@code id}; −1 if it is none of these. */
  int indexOf(int id) {
    for (int i = 0; i < entries.length; i++) {
      if (entries[i].id() == id) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a history under this layout is one under {@code other} as it is. */
  boolean sameShape(HistoryLayout other) {
    return Arrays.equals(entries, other.entries);
  }
}
