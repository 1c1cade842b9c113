package io.windsock.cli.control;

import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.SetAdapt;
import io.windsock.contracts.call.MirroringCall.SetAdaptFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The arguments of {@code params set-adapt}, which stands for two calls. */
final class AdaptOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PARAMETER",
      description = "Which parameter; not with --install.")
  private @Nullable String parameter;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PERCENT",
      description = "By how much; 0: not at all.")
  private @Nullable Integer percent;

  @Option(names = "--install", paramLabel = "FUNCTION", description = "Install this function.")
  private @Nullable String function;

  /** Returns the call; refuses both kinds of arguments, and less than one of them. */
  MirroringCall call() {
    if (function != null && parameter == null) {
      return new SetAdaptFunction(function);
    }
    if (function != null || parameter == null || percent == null) {
      throw new ParameterException(
          command.commandLine(), "give a parameter and a percentage, or --install FUNCTION");
    }
    return new SetAdapt(AdjustedParameter.of(parameter), percent);
  }
}
