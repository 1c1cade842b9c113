package io.windsock.rules.history;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The memory of the rules for one key: a few numbers, in slots, and the events held. A row of the
 * status table (the paper, section 3.2.1). Owned by the thread of its mirroring function. A stage
 * writes only its own slots, the function everything else; the topology logs {@link #encode(long)}
 * of each dirty history at every commit.
 */
public final class KeyHistory {
  /** The maximum number of rules that one history serves, including the forwarding function. */
  public static final int MAX_RULES = 64;

  /**
   * The maximum logged size of the events that a history holds: eight of the largest events that a
   * topology accepts.
   */
  public static final int MAX_HELD_BYTES = 8 * 1024 * 1024;

  /** The maximum size of {@link #encode} in bytes. */
  public static final int MAX_ENCODED_BYTES =
      MAX_HELD_BYTES + HistoryFormat.maxNumberBytes(MAX_RULES);

  private static final long REFERS_TO_NOTHING = Long.MAX_VALUE;
  private static final HeldEvent[] NOTHING_HELD = {};
  private static final MissingRun[] NOTHING_MISSING = {};

  private final byte[] key;
  private HistoryLayout layout;
  private final long[] slots;

  /**
   * By rule, followed by the chain of events whose rule no longer exists; empty until an event is
   * held.
   */
  private @Nullable HeldEvent[] chains = NOTHING_HELD;

  /** By rule, what the mirrors lack; empty until they lack something. Rebuilt from the slots. */
  private @Nullable MissingRun[] missing = NOTHING_MISSING;

  /** The logged size of all links of the chains. */
  private int heldBytes;

  private boolean dirty;

  /**
   * Creates an empty history.
   *
   * @param key the record key; kept, not copied
   */
  public KeyHistory(byte[] key, HistoryLayout layout) {
    this.key = key;
    this.layout = layout;
    this.slots = new long[layout.allSlots()];
  }

  /**
   * Decodes a history that {@link #encode} wrote, possibly under other rules. Content of other
   * rules is kept as far as it applies; events that they held are sent at the next release. Pass
   * the result to the mirroring function before any event of the key.
   *
   * @param references gives the events to which it refers
   * @throws IllegalArgumentException for bytes that {@link #encode} does not produce
   */
  public static KeyHistory decode(
      byte[] key, byte[] bytes, HistoryLayout layout, References references) {
    return new HistoryDecoder(key, bytes, layout, references).decode();
  }

  /** Decodes a history that {@link #encode()} wrote, which refers to nothing. */
  public static KeyHistory decode(byte[] key, byte[] bytes, HistoryLayout layout) {
    return decode(key, bytes, layout, References.NONE);
  }

  /**
   * Returns this history under other rules: itself if the layouts match, otherwise as {@link
   * #decode} would read it. Pass the result to the new mirroring function and stop using this one.
   * The result is dirty if some logged content no longer applies.
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

  /** Returns the record key; not a copy. */
  public byte[] key() {
    return key;
  }

  /** Whether it has changed since {@link #clean}. */
  public boolean dirty() {
    return dirty;
  }

  /** Records that its current content is logged. */
  public void clean() {
    dirty = false;
  }

  /** Returns its compact encoding; equal contents have equal bytes. */
  public byte[] encode() {
    return encode(REFERS_TO_NOTHING);
  }

  /**
   * Returns an encoding in which references stand for events that the source has.
   *
   * @param fromSequence the lowest receive sequence of these events
   */
  public byte[] encode(long fromSequence) {
    return new HistoryEncoder(this, fromSequence).encode();
  }

  /** Whether what {@link #encode(long)} returned refers to any event. */
  public static boolean refers(byte[] encoded) {
    return encoded.length > 0 && encoded[0] == HistoryFormat.REFERRING;
  }

  /** Whether {@link #encode(long)} would refer to any event. */
  public boolean mayReferTo(long fromSequence) {
    for (HeldEvent first : chains) {
      for (HeldEvent link = first; link != null; link = link.next) {
        if (link.event.isInSource(fromSequence)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether it has the same content as a new history, and can be dropped. */
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

  /** Marks it dirty after a change that affects neither a slot nor an event. */
  void touch() {
    dirty = true;
  }

  HistoryLayout layout() {
    return layout;
  }

  /** Returns the number in a slot; initially 0. */
  public long get(int slot) {
    return slots[slot];
  }

  /** Sets the number in a slot. */
  public void set(int slot, long value) {
    slots[slot] = value;
    dirty = true;
  }

  /** Returns the first event kept by {@code rule}; null if there is none. */
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
   * Whether another event of {@code eventBytes} may be held. If not, the rule passes it at once.
   */
  public boolean hasRoom(int eventBytes) {
    return heldBytes + HistoryFormat.MAX_LINK_BYTES + eventBytes <= MAX_HELD_BYTES;
  }

  /** Adds {@code bytes} to the size of the events held. */
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
