package io.windsock.control.params;

import io.windsock.contracts.wire.Decision;
import java.util.regex.Pattern;

/**
 * Names of modes without the level that a policy gives them: however finely a policy moves between
 * two functions, it is one mode. Pure.
 */
public final class ModeName {
  private static final Pattern LEVEL = Pattern.compile(" \\d+ %$");

  private ModeName() {}

  /** The name of a mode: {@code normal–busy} for {@code normal–busy 43 %}. */
  public static String of(String inForce) {
    return LEVEL.matcher(inForce).replaceFirst("");
  }

  /** Whether a decision led to another mode, and not only to another level of one. */
  public static boolean changed(Decision decision) {
    return !of(decision.getFromMode()).equals(of(decision.getToMode()));
  }
}
