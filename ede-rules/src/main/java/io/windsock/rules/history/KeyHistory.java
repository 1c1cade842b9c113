package io.windsock.rules.history;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the rules remember of one key: a few numbers, in slots, and the events held. A row of the
 * status table (the paper, section 3.2.1). Owned by the thread of its mirroring function: a stage
 * writes its own slots, the function all else; the topology logs {@link #encode} of each dirty one
 * at every commit.
 */
public final class KeyHistory {
  /** The most rules that one can serve, the forwarding function among them. */
  public static final int MAX_RULES = 64;

  /**
   * The most that the events which a history holds may take when logged: eight of the largest that
   * a topology takes.
   */
  public static final int MAX_HELD_BYTES = 8 * 1024 * 1024;

  /** The most bytes of {@link #encode}. */
  public static final int MAX_ENCODED_BYTES =
      MAX_HELD_BYTES + HistoryFormat.maxNumberBytes(MAX_RULES);

  private static final HeldEvent[] NOTHING_HELD = {};
  private static final MissingRun[] NOTHING_MISSING = {};

  private final byte[] key;
  private HistoryLayout layout;
  private final long[] slots;

  /**
   * By rule, and at the end the chain of events whose rule is gone; empty until something is held.
   */
  private @Nullable HeldEvent[] chains = NOTHING_HELD;

  /** By rule, what the mirrors are missing; empty until they are. Rebuilt from the slots. */
  private @Nullable MissingRun[] missing = NOTHING_MISSING;

  /** What all links of the chains take when logged. */
  private int heldBytes;

  private boolean dirty;

  /**
   * An empty history.
   *
   * @param key the record key; kept, not copied
   */
  public KeyHistory(byte[] key, HistoryLayout layout) {
    this.key = key;
    this.layout = layout;
    this.slots = new long[layout.allSlots()];
  }

  /**
   * Reads what {@link #encode} wrote, under the same rules or others. What other rules wrote is
   * kept as far as it applies; events that they held are sent by the next release. Hand it to the
   * mirroring function before any event of the key.
   *
   * @throws IllegalArgumentException for bytes that {@link #encode} can't have written
   */
  public static KeyHistory decode(byte[] key, byte[] bytes, HistoryLayout layout) {
    return HistoryFormat.decode(key, bytes, layout);
  }

  /**
   * This history under other rules: as it is where that is possible, else as {@link #decode} reads
   * it. Hand the answer to the new mirroring function; this one is not to be used any more. Dirty
   * if something that was logged does not apply any more.
   */
  public KeyHistory under(HistoryLayout others) {
    if (chains.length == 0 && layout.sameShape(others)) {
      layout = others;
      missing = NOTHING_MISSING;
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
    for (long value : slots) {
      if (value != 0) {
        return false;
      }
    }
    for (HeldEvent held : chains) {
      if (held != null) {
        return false;
      }
    }
    return true;
  }

  /** Its content has changed by something that is no slot and no event. */
  void touch() {
    dirty = true;
  }

  HistoryLayout layout() {
    return layout;
  }

  /** The number in a slot; 0 at first. */
  public long get(int slot) {
    return slots[slot];
  }

  /** Puts a number into a slot. */
  public void set(int slot, long value) {
    slots[slot] = value;
    dirty = true;
  }

  /** The first event kept by {@code rule}; null if there is none. */
  public @Nullable HeldEvent first(int rule) {
    return chains.length == 0 ? null : chains[rule];
  }

  @Nullable MissingRun missing(int rule) {
    return missing.length == 0 ? null : missing[rule];
  }

  void missing(int rule, @Nullable MissingRun run) {
    if (missing.length == 0) {
      missing = new MissingRun[layout.rules()];
    }
    missing[rule] = run;
  }

  /**
   * Whether an event of {@code eventBytes} may be held besides what is. Where it may not, the rule
   * lets it pass at once.
   */
  public boolean hasRoom(int eventBytes) {
    return heldBytes + HistoryFormat.MAX_LINK_BYTES + eventBytes <= MAX_HELD_BYTES;
  }

  /** An event that is held now takes so much more or less. */
  void resized(int bytes) {
    heldBytes += bytes;
  }

  void append(HeldEvent held) {
    heldBytes += HistoryFormat.MAX_LINK_BYTES + held.event.value().length;
    if (chains.length == 0) {
      chains = new HeldEvent[layout.rules() + 1];
    }
    HeldEvent last = chains[held.rule];
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

  void remove(HeldEvent held) {
    HeldEvent before = chains[held.rule];
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
