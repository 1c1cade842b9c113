package io.windsock.control;

import io.windsock.contracts.wire.Parameters;
import java.util.function.UnaryOperator;

/**
 * A change of the parameters, and what is written down of it.
 *
 * @param kind ADAPT, RETURN, ADJUST, PIN, RELEASE, SET
 * @param edit what it makes of the parameters; refuses what can't be
 * @param policy which policy decided; empty: an operator or a program
 * @param value the monitored value that decided; empty if none did
 * @param site where it was measured
 * @param measured what it was
 * @param threshold what it was held against
 * @param reason all of it in words
 */
record Change(
    String kind,
    UnaryOperator<Parameters> edit,
    String policy,
    String value,
    String site,
    double measured,
    double threshold,
    String reason) {
  /** A change that somebody asked for. */
  static Change asked(String kind, UnaryOperator<Parameters> edit, String reason) {
    return new Change(kind, edit, "", "", "", 0, 0, reason);
  }
}
