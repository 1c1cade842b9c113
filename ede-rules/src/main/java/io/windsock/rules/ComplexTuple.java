package io.windsock.rules;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes one derived event of several events of a key, in whatever order they come (the paper,
 * section 3.2.1, {@code set_complex_tuple}: "flight arrived" from landed, at runway, at gate).
 *
 * <p>Without {@code absorb} the parts go on as they come and the derived event is sent in addition.
 * With it they are withheld, and the derived event replaces them: they count as taken by this rule,
 * and where a part's type is essential the derived event carries the parts' own bytes in its field
 * {@code parts}. Parts that the time to live runs out for are sent as they are.
 *
 * @param name unique in its set
 * @param parts what must come together, 2 to {@link #MAX_PARTS}
 * @param derive the type of the derived event, one that no stream carries
 * @param fields by field of the derived event, the part's field that it gets: {@code landed.gate};
 *     its event time is always the newest part's
 * @param timeToLive how long a part waits for the others, by the clock and by event time
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
  /** The most parts. */
  public static final int MAX_PARTS = 8;

  /**
   * The field of a derived event that carries the parts which it replaces: null or an array of
   * bytes.
   */
  public static final String PARTS_FIELD = "parts";

  /**
   * One event of several.
   *
   * @param name what {@code fields} call it
   * @param match which events it is
   */
  public record Part(String name, Match match) {
    /** Events of {@code type} that satisfy {@code when}. */
    public static Part of(String name, String type, String when) {
      return new Part(name, new Match(type, when));
    }

    @Override
    public String toString() {
      return name + " (" + match + ")";
    }
  }

  /** Copies the parts, and the fields in the order of their names. */
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
