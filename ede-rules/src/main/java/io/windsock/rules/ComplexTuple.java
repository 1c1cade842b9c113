package io.windsock.rules;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Derives one event from several events of a key, in any order (the paper, section 3.2.1, {@code
 * set_complex_tuple}: "flight arrived" from landed, at runway, at gate).
 *
 * <p>Without {@code absorb}, the parts are passed on as they arrive and the derived event is sent
 * in addition. With it, the parts are withheld and the derived event replaces them: they count as
 * taken by this rule, and if a part's type is essential, the derived event carries the parts' bytes
 * in its field {@code parts}. Parts whose time to live expires are sent unchanged.
 *
 * @param name unique in its rule set
 * @param parts the events to combine, 2 to {@link #MAX_PARTS}
 * @param derive the type of the derived event, which no stream carries
 * @param fields for each field of the derived event, the part's field to copy: {@code landed.gate};
 *     the derived event's time is always that of the newest part
 * @param timeToLive how long a part waits for the others, both by the clock and by event time
 * @param absorb whether the derived event replaces the parts
 */
public record ComplexTuple(
    String name,
    List<Part> parts,
    String derive,
    Map<String, String> fields,
    Duration timeToLive,
    boolean absorb)
    implements Rule {
  /** The maximum number of parts. */
  public static final int MAX_PARTS = 8;

  /** The field of a derived event that carries the parts it replaces: null or an array of bytes. */
  public static final String PARTS_FIELD = "parts";

  /**
   * One of the events to combine.
   *
   * @param name the part's name in {@code fields}
   * @param match the events that qualify
   */
  public record Part(String name, Match match) {
    /** Returns a part for events of {@code type} that satisfy {@code when}. */
    public static Part of(String name, String type, String when) {
      return new Part(name, new Match(type, when));
    }

    @Override
    public String toString() {
      return name + " (" + match + ")";
    }
  }

  /** Copies the parts, and the fields in name order. */
  public ComplexTuple {
    parts = List.copyOf(parts);
    fields = Collections.unmodifiableMap(new TreeMap<>(fields));
  }

  @Override
  public String explain() {
    return "when %s of a key have come within %s, send %s %s"
        .formatted(
            parts, Durations.text(timeToLive), derive, absorb ? "instead of them" : "in addition");
  }

  @Override
  public String identity() {
    return "complex-tuple " + name + " " + parts + " " + derive + " " + absorb;
  }
}
