package io.windsock.rules;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the rules remember of one key: a few numbers and the events withheld. A row of the status
 * table (the paper, section 3.2.1). Owned by the thread of its {@link MirroringFunction}, which
 * alone changes it; the topology logs {@link #encode} of each dirty one at every commit.
 */
public final class KeyHistory {
  /**
   * The most that the events which a history holds may take when logged: eight of the largest that
   * a topology takes.
   */
  static final int MAX_HELD_BYTES = 8 * 1024 * 1024;

  /** The most bytes of {@link #encode}. */
  public static final int MAX_ENCODED_BYTES =
      MAX_HELD_BYTES + HistoryFormat.maxNumberBytes(RuleCompiler.MAX_RULES);

  private static final Held[] NOTHING_HELD = {};
  private static final Lack[] NOTHING_LACKED = {};

  private final byte[] key;
  private RuleSet rules;
  private final long[] numbers;

  /**
   * By rule, and at the end the chain of events whose rule is gone; empty until something is held.
   */
  private @Nullable Held[] chains = NOTHING_HELD;

  /** By rule, what the mirrors lack; empty until they do. Rebuilt from the numbers. */
  private @Nullable Lack[] lacks = NOTHING_LACKED;

  /** What all links of the chains take when logged. */
  private int heldBytes;

  private boolean dirty;

  /**
   * An empty history.
   *
   * @param key the record key; kept, not copied
   */
  public KeyHistory(byte[] key, RuleSet rules) {
    this.key = key;
    this.rules = rules;
    this.numbers = new long[rules.numbers()];
  }

  /**
   * Reads what {@link #encode} wrote, under the same rules or others. What other rules wrote is
   * kept as far as it applies; events that they withheld are sent by the next release. Hand it to
   * {@link MirroringFunction#restored} before any event of the key.
   *
   * @throws IllegalArgumentException for bytes that {@link #encode} can't have written
   */
  public static KeyHistory decode(byte[] key, byte[] bytes, RuleSet rules) {
    return HistoryFormat.decode(key, bytes, rules);
  }

  /**
   * This history under other rules: as it is where that is possible, else as {@link #decode} reads
   * it. Hand the answer to the new function's {@link MirroringFunction#restored}; this one is not
   * to be used any more. Dirty if something that was logged does not apply any more.
   */
  public KeyHistory under(RuleSet others) {
    if (chains.length == 0 && rules.sameShape(others)) {
      rules = others;
      lacks = NOTHING_LACKED;
      return this;
    }
    byte[] before = encode();
    KeyHistory after = decode(key, before, others);
    after.dirty = dirty || !Arrays.equals(before, after.encode());
    return after;
  }

  /** The record key; not a copy. */
  public byte[] key() {
    return key;
  }

  /** Whether it has changed since {@link #clean}. */
  public boolean dirty() {
    return dirty;
  }

  /** Says that its present content is logged. */
  public void clean() {
    dirty = false;
  }

  /** Its content in a few bytes, always the same for the same content. */
  public byte[] encode() {
    return HistoryFormat.encode(this);
  }

  /** Whether it says nothing that a new one does not: it can be forgotten. */
  public boolean isEmpty() {
    for (long number : numbers) {
      if (number != 0) {
        return false;
      }
    }
    for (Held held : chains) {
      if (held != null) {
        return false;
      }
    }
    return true;
  }

  /** Its content has changed by something that is no number and no event. */
  void touch() {
    dirty = true;
  }

  RuleSet rules() {
    return rules;
  }

  long number(int slot) {
    return numbers[slot];
  }

  void number(int slot, long value) {
    numbers[slot] = value;
    dirty = true;
  }

  /** The first event kept by {@code rule}; null if there is none. */
  @Nullable Held first(int rule) {
    return chains.length == 0 ? null : chains[rule];
  }

  /** What {@code rule} keeps as its part number {@code part}; null if there is none. */
  @Nullable Held part(int rule, int part) {
    Held link = first(rule);
    while (link != null && link.part != part) {
      link = link.next;
    }
    return link;
  }

  /** What the mirrors lack because of {@code rule}; null if nothing. */
  @Nullable Lack lack(int rule) {
    return lacks.length == 0 ? null : lacks[rule];
  }

  void lack(int rule, @Nullable Lack lack) {
    if (lacks.length == 0) {
      lacks = new Lack[rules.names().size()];
    }
    lacks[rule] = lack;
  }

  /**
   * Whether an event of {@code eventBytes} may be held besides what is. Where it may not, the rule
   * lets it pass at once.
   */
  boolean hasRoom(int eventBytes) {
    return heldBytes + HistoryFormat.MAX_LINK_BYTES + eventBytes <= MAX_HELD_BYTES;
  }

  /** An event that is held now takes so much more or less. */
  void resized(int bytes) {
    heldBytes += bytes;
  }

  void append(Held held) {
    heldBytes += HistoryFormat.MAX_LINK_BYTES + held.event.value().length;
    if (chains.length == 0) {
      chains = new Held[rules.names().size() + 1];
    }
    Held last = chains[held.rule];
    if (last == null) {
      chains[held.rule] = held;
    } else {
      while (last.next != null) {
        last = last.next;
      }
      last.next = held;
    }
    dirty = true;
  }

  void remove(Held held) {
    Held before = chains[held.rule];
    if (before == held) {
      chains[held.rule] = held.next;
    } else {
      while (before != null && before.next != held) {
        before = before.next;
      }
      if (before == null) {
        throw new IllegalStateException("an event that is not in its history");
      }
      before.next = held.next;
    }
    held.next = null;
    heldBytes -= HistoryFormat.MAX_LINK_BYTES + held.event.value().length;
    dirty = true;
  }
}
