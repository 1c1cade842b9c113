package io.windsock.contracts.query;

import io.windsock.contracts.position.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question to be answered within a deadline. Immutable.
 *
 * @param id what the caller names it: 1 to 64 letters, digits, dots, dashes, underscores or colons,
 *     unique among the caller's calls of the last minute. Between gateways and sites the caller's
 *     name and a colon precede it, so that it is unique among all calls
 * @param question what is asked
 * @param remainingMs the time left when it was sent, ms; clocks of different machines are never
 *     compared
 * @param since the newest position that the caller has seen: the answer may not be older; null if
 *     it has seen none
 * @param copies at how many gateways the caller asks the same; a gateway that is the only one asked
 *     is responsible for reissuing it, too
 * @param gateways in a gateway's call to a site, the names of the gateways to which the site sends
 *     its answer, the asking one first; in a caller's call, the names of the gateways that it asks,
 *     which may be empty if it asks one of them or all
 */
public record Call(
    String id,
    Question question,
    int remainingMs,
    @Nullable Token since,
    int copies,
    List<String> gateways) {
  /** The longest id that a caller may give. */
  public static final int MAX_ID_CHARS = 64;

  /** The longest name of a caller: letters, digits, dots, dashes or underscores; no colon. */
  public static final int MAX_CALLER_CHARS = 32;

  /** The longest id between gateways and sites: a caller's name, a colon and the caller's id. */
  public static final int MAX_WIRE_ID_CHARS = MAX_CALLER_CHARS + 1 + MAX_ID_CHARS;

  /** The most gateways that a caller may ask the same. */
  public static final int MAX_COPIES = 8;

  /** The longest deadline, ms. */
  public static final int MAX_DEADLINE_MS = 60_000;

  /** Copies the list. */
  public Call {
    gateways = List.copyOf(gateways);
  }
}
