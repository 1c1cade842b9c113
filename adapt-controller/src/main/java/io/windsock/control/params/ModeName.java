package io.windsock.control.params;

import io.windsock.contracts.wire.Decision;
import java.util.regex.Pattern;

/**
 * Names of modes without the level that a policy adds to them: all levels between two functions are
 * one mode. Pure.
 */
public final class ModeName {
  private static final Pattern LEVEL = Pattern.compile(" \\d+ %$");

  private ModeName() {}

  /** Returns the name of a mode: {@code normal–busy} for {@code normal–busy 43 %}. */
  public static String of(String inForce) {
    return LEVEL.matcher(inForce).replaceFirst("");
  }

  /** Returns whether a decision changed the mode, and not only the level within it. */
  public static boolean changed(Decision decision) {
    return !of(decision.getFromMode()).equals(of(decision.getToMode()));
  }
}
