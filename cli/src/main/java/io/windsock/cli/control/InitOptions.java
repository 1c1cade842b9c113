package io.windsock.cli.control;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.InitWith;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code params init}. */
final class InitOptions {
  private static final int NUMBER = 10;
  private static final int LENGTH = 1;

  @Option(
      names = "--coalesce",
      negatable = true,
      description = "Coalesce (default with --number or --length).")
  private @Nullable Boolean coalesce;

  @Option(
      names = "--number",
      paramLabel = "N",
      description = "Events of one update, 2 to 256 (default: 10).")
  private @Nullable Integer number;

  @Option(
      names = "--length",
      paramLabel = "L",
      description = "Events of an overwritten sequence; 1: none (default: 1).")
  private @Nullable Integer length;

  /** Returns the call: the one without arguments if no option is given. */
  MirroringCall call() {
    return coalesce == null && number == null && length == null
        ? new Init()
        : new InitWith(!Boolean.FALSE.equals(coalesce), or(number, NUMBER), or(length, LENGTH));
  }

  private static int or(@Nullable Integer given, int otherwise) {
    return given == null ? otherwise : given;
  }
}
