package io.windsock.cli;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a completion script. */
@Command(
    name = "completion",
    description = "Print a completion script for bash and zsh.",
    footer = {
      "  windsock completion > /etc/bash_completion.d/windsock",
      "  source <(windsock completion)                    this shell",
      "  autoload bashcompinit && bashcompinit            in zsh, before that"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @SuppressWarnings("unused") // picocli reads it
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(AutoComplete.bash("windsock", spec.root().commandLine()));
    return ExitCode.OK;
  }
}
