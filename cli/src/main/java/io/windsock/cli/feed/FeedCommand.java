package io.windsock.cli.feed;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands about feeds. */
@Command(
    name = "feed",
    description = "Look at recordings; generate one.",
    subcommands = {FeedInfoCommand.class, FeedGenerateCommand.class, FeedMappingsCommand.class},
    footer = {"", "Examples:", "  windsock feed info positions.csv.gz", "  windsock feed mappings"})
public final class FeedCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to do: info, generate or mappings");
  }
}
