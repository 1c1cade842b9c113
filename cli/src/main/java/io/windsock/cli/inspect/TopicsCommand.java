package io.windsock.cli.inspect;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands about topics. */
@Command(
    name = "topics",
    description = "List, create or read Windsock's topics.",
    subcommands = {TopicsListCommand.class, TopicsCreateCommand.class, TopicsTailCommand.class},
    footer = {
      "",
      "Examples:",
      "  windsock topics list",
      "  windsock topics tail mirror --follow",
    })
public final class TopicsCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to do: list, create or tail");
  }
}
