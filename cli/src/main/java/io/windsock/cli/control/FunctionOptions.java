package io.windsock.cli.control;

import io.windsock.contracts.call.MirroringCall.SetFunction;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of {@code params set-function}. */
final class FunctionOptions {
  @Parameters(paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      required = true,
      description = "A rules file (docs/rules.md).")
  private Path rules = Path.of("");

  @Option(
      names = "--forward",
      paramLabel = "FUNCTION",
      defaultValue = "",
      description = "An EventFunction that decides on forwarding (default: everything).")
  private String forward = "";

  @Option(
      names = "--checkpoint-every",
      paramLabel = "F",
      defaultValue = "50",
      description = "A checkpoint after this many sent events (default: ${DEFAULT-VALUE}).")
  private int every;

  /** Returns the call, with the text of the rules file. */
  SetFunction call() {
    return new SetFunction(name, read(rules), forward, every);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new Failure("--rules " + file + " can't be read: " + e, e);
    }
  }
}
