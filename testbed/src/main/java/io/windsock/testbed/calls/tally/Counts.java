package io.windsock.testbed.calls.tally;

/**
 * How many calls had which outcome. Each call that was due is in exactly one of the others but
 * {@code absent} and {@code duplicates}.
 *
 * @param due calls whose time had come
 * @param inTime calls with a final answer within the deadline, from the intended time
 * @param absent those of them that were told that there is no such key or view
 * @param missed calls whose deadline passed
 * @param busy calls that were refused because too many were pending
 * @param behind calls that were refused because no site had reached the caller's position
 * @param failed calls that failed otherwise
 * @param invalid calls that were called invalid
 * @param lost calls without an outcome long after their deadline; not 0 shows a fault of the client
 * @param duplicates outcomes beyond the first of a call; not 0 shows a fault of the client
 */
public record Counts(
    long due,
    long inTime,
    long absent,
    long missed,
    long busy,
    long behind,
    long failed,
    long invalid,
    long lost,
    long duplicates) {
  /** No calls. */
  public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Returns the share of calls in time, of all due; 1 if none was. */
  public double inTimeShare() {
    return due == 0 ? 1 : (double) inTime / due;
  }

  /** Returns the sums of these and others. */
  Counts plus(Counts other) {
    return new Counts(
        due + other.due,
        inTime + other.inTime,
        absent + other.absent,
        missed + other.missed,
        busy + other.busy,
        behind + other.behind,
        failed + other.failed,
        invalid + other.invalid,
        lost + other.lost,
        duplicates + other.duplicates);
  }
}
