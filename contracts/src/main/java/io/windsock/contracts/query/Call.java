package io.windsock.contracts.query;

import io.windsock.contracts.position.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question to be answered within a deadline. Immutable.
 *
 * @param id what the caller names it: 1 to 64 letters, digits, dots, dashes, underscores or colons,
 *     unique among the caller's calls of the last minute
 * @param question what is asked
 * @param remainingMs the time left when it was sent, ms; clocks of different machines are never
 *     compared
 * @param since the newest position that the caller has seen: the answer may not be older; null if
 *     it has seen none
 * @param copies at how many gateways the caller asks the same; a gateway that is the only one asked
 *     is responsible for reissuing it, too
 * @param gateways the names of the gateways to which a site sends its answer, the asking one first;
 *     empty in a caller's call
 */
public record Call(
    String id,
    Question question,
    int remainingMs,
    @Nullable Token since,
    int copies,
    List<String> gateways) {
  /** The longest id. */
  public static final int MAX_ID_CHARS = 64;

  /** The longest deadline, ms. */
  public static final int MAX_DEADLINE_MS = 60_000;

  /** Copies the list. */
  public Call {
    gateways = List.copyOf(gateways);
  }
}
