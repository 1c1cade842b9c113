package io.windsock.cli;

import io.windsock.cli.calls.CallsCommand;
import io.windsock.cli.control.CheckpointCommand;
import io.windsock.cli.control.ControllerCommand;
import io.windsock.cli.control.ModeCommand;
import io.windsock.cli.control.ParamsCommand;
import io.windsock.cli.doctor.DoctorCommand;
import io.windsock.cli.feed.FeedCommand;
import io.windsock.cli.feed.ReplayCommand;
import io.windsock.cli.gateway.UpdateCommand;
import io.windsock.cli.link.LinkCommand;
import io.windsock.cli.option.Logs;
import io.windsock.cli.run.ExplainCommand;
import io.windsock.cli.run.GatewayCommand;
import io.windsock.cli.run.SiteCommand;
import io.windsock.cli.run.TopologyCommand;
import io.windsock.cli.show.Screen;
import io.windsock.cli.state.StateCommand;
import io.windsock.cli.storm.StormCommand;
import io.windsock.cli.topics.TopicsCommand;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The {@code windsock} command. */
@Command(
    name = "windsock",
    description = "Adaptive mirroring for operational data on Apache Kafka.",
    versionProvider = Version.class,
    footer = {
      "  windsock demo                       everything in one process; prints the board's URL",
      "  windsock demo --feed FILE --mapping M   the same with a recording of your own",
      "  windsock doctor                     check this machine, and a cluster",
      "",
      "Each option can also be set as WINDSOCK_OPTION_NAME or in a file (--config).",
      "Exit codes: 0 done, 1 failed, 2 invalid arguments, 3 two sites or clusters could not be",
      "compared (state diff, link verify), 130 interrupted."
    })
public final class Windsock {
  private static final int HELP_WIDTH = 100;

  /** The commands in the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          TopologyCommand.class,
          SiteCommand.class,
          GatewayCommand.class,
          LinkCommand.class,
          ControllerCommand.class,
          ParamsCommand.class,
          ModeCommand.class,
          CheckpointCommand.class,
          UpdateCommand.class,
          ReplayCommand.class,
          FeedCommand.class,
          TopicsCommand.class,
          StateCommand.class,
          ExplainCommand.class,
          StormCommand.class,
          CallsCommand.class,
          DoctorCommand.class,
          CompletionCommand.class);

  @CommandLine.Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean version;

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // 1,234.5 wherever the user is
    PrintWriter out = utf8(FileDescriptor.out);
    PrintWriter err = utf8(FileDescriptor.err);
    int code = execute(args, System.getenv(), out, err);
    out.flush();
    err.flush();
    System.exit(code);
  }

  private static PrintWriter utf8(FileDescriptor to) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(to), StandardCharsets.UTF_8), true);
  }

  /**
   * Runs a command with this environment and these outputs, and returns its exit code, for callers
   * that continue afterwards, such as tests.
   */
  public static int execute(
      String[] args, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    CommandLine root = commandLine().setOut(out).setErr(err);
    root.setColorScheme(CommandLine.Help.defaultColorScheme(colours(environment)));
    ErrorReport report = new ErrorReport();
    root.setParameterExceptionHandler(report).setExecutionExceptionHandler(report);
    try {
      root.setDefaultValueProvider(Defaults.read(args, environment, root));
    } catch (ConfigurationException e) {
      return report.report(e, root);
    }
    root.setExecutionStrategy(withLogs(root.getExecutionStrategy()));
    return root.execute(args);
  }

  /** Returns all commands, without the handlers that a run adds. */
  static CommandLine commandLine() {
    CommandLine root = new CommandLine(new Windsock());
    OptionalCommands.addTo(root);
    COMMANDS.forEach(root::addSubcommand);
    root.setCaseInsensitiveEnumValuesAllowed(true);
    root.setUsageHelpWidth(HELP_WIDTH);
    root.setUsageHelpLongOptionsMaxWidth(30);
    complete(root);
    return root;
  }

  /** Gives a command and those below it {@code --help}, and its examples their heading. */
  private static void complete(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    if (spec.findOption("--help") == null && !usage.hidden()) {
      spec.addOption(
          OptionSpec.builder("-h", "--help")
              .usageHelp(true)
              .description("Show this help.")
              .build());
    }
    if (usage.footer().length > 0) {
      usage.footerHeading("%nExamples:%n");
    }
    command.getSubcommands().values().forEach(Windsock::complete);
  }

  private static CommandLine.Help.Ansi colours(Map<String, String> environment) {
    boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return plain || !Screen.onTerminal() ? CommandLine.Help.Ansi.OFF : CommandLine.Help.Ansi.AUTO;
  }

  private static IExecutionStrategy withLogs(IExecutionStrategy inner) {
    return parsed -> {
      ParseResult last = parsed;
      while (last.hasSubcommand()) {
        last = last.subcommand();
      }
      CommandLine command = last.commandSpec().commandLine();
      boolean verbose = last.hasMatchedOption("--verbose") && ErrorReport.verbose(command);
      PrintWriter err = command.getErr();
      Logs.warningsTo(err::println, verbose);
      if (isGroup(command) && !helpRequested(last)) {
        String names = String.join(", ", command.getSubcommands().keySet());
        throw new ParameterException(
            command, "name a command: " + names.replaceFirst(", ([^,]+)$", " or $1"));
      }
      return linked(inner, parsed, command);
    };
  }

  /** Returns whether a command only holds others. */
  private static boolean isGroup(CommandLine command) {
    return !command.getSubcommands().isEmpty() && !(command.getCommand() instanceof Callable<?>);
  }

  private static boolean helpRequested(ParseResult parsed) {
    return parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested();
  }

  /**
   * Runs a command; reports a native library that can't be loaded as a fault of the configuration.
   */
  private static int linked(IExecutionStrategy inner, ParseResult parsed, CommandLine command) {
    try {
      return inner.execute(parsed);
    } catch (UnsatisfiedLinkError e) {
      String folder = System.getProperty("java.io.tmpdir");
      String remedy = "let files of " + folder + " be executed (of a tmpfs: exec), or name another";
      return new ErrorReport()
          .report(
              new Failure(
                  "a native library can't be loaded: "
                      + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                      + "; "
                      + remedy
                      + " with -Djava.io.tmpdir",
                  e),
              command);
    }
  }
}
