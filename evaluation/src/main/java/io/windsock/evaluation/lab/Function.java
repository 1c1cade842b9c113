package io.windsock.evaluation.lab;

import io.windsock.contracts.call.MirroringCall.SetFunction;
import java.util.Arrays;
import java.util.Locale;

/** The mirroring functions that experiments compare. */
public enum Function {
  /** Mirrors nothing: what the central node does without any mirroring. */
  NONE("none", 50, "[{name: none, rule: function, function: " + MirrorsNothing.NAME + "}]"),

  /** Mirrors every event (the paper, section 4.1, "simple"). */
  SIMPLE("simple", 50, "[]"),

  /** Mirrors the most recent of up to two events of a key. */
  LATEST_OF_2("latest of 2", 50, overwrite(2)),

  /** Of up to five. */
  LATEST_OF_5("latest of 5", 50, overwrite(5)),

  /** Of up to fifty. */
  LATEST_OF_50("latest of 50", 50, overwrite(50)),

  /** Mirrors the most recent of up to ten events of a key (section 4.1, "selective"). */
  SELECTIVE("selective", 50, overwrite(10)),

  /** The same with half the checkpoints (section 4.2). */
  SELECTIVE_HALF("selective, half the checkpoints", 100, overwrite(10)),

  /** The first of the two functions that adaptation alternates between (section 4.3). */
  NORMAL("normal", 50, overwrite(10)),

  /** The second one. */
  BUSY("busy", 100, overwrite(20)),

  /** For displays that show every ten seconds where an aircraft is. */
  EVERY_10_S("every 10 s", 50, overwrite(100_000, "10s"));

  private final String text;
  private final int checkpointEvery;
  private final String rules;

  Function(String text, int checkpointEvery, String rules) {
    this.text = text;
    this.checkpointEvery = checkpointEvery;
    this.rules = rules;
  }

  private static String overwrite(int length) {
    return overwrite(length, "2s");
  }

  private static String overwrite(int length, String maxHold) {
    return "[{name: latest, rule: overwrite, type: Position, mode: latest, length: %d, maxHold: %s}]"
        .formatted(length, maxHold);
  }

  /**
   * Returns the function with this name in tables and figures.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Function of(String text) {
    return Arrays.stream(values())
        .filter(function -> function.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no function '" + text + "'"));
  }

  /** Returns the function's name in tables and figures. */
  public String text() {
    return text;
  }

  /** Returns its name in the parameters. */
  public String parameterName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the call that defines it. */
  SetFunction definition() {
    return new SetFunction(parameterName(), "rules: " + rules, "", checkpointEvery);
  }
}
