package io.windsock.cli;

import io.windsock.cli.capacity.CapacityCommand;
import io.windsock.cli.demo.DemoCommand;
import io.windsock.cli.run.BrokerCommand;
import io.windsock.evaluation.BenchCommand;
import io.windsock.evaluation.ExperimentCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * The commands that start a broker in their process, run benchmarks and experiments, or use what
 * these measured. The roles' image contains neither a broker nor benchmarks, so their classes are
 * referenced only where they are on the class path.
 */
final class OptionalCommands {
  private static final String BROKER = "/io/windsock/embedded/EmbeddedBroker.class";

  private OptionalCommands() {}

  /**
   * Adds the commands to {@code root}; where they can't run, adds stubs that report where they can.
   */
  static void addTo(CommandLine root) {
    if (OptionalCommands.class.getResource(BROKER) == null) {
      List.of("demo", "broker", "bench", "experiment", "capacity")
          .forEach(name -> root.addSubcommand(name, new Absent()));
    } else {
      Present.COMMANDS.forEach(root::addSubcommand);
    }
  }

  /** References the optional classes, so it is loaded only where they are on the class path. */
  private static final class Present {
    private static final List<Class<?>> COMMANDS =
        List.of(
            DemoCommand.class,
            BrokerCommand.class,
            BenchCommand.class,
            ExperimentCommand.class,
            CapacityCommand.class);
  }

  /** Reports that a command is not available here. */
  @Command(hidden = true)
  static final class Absent implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Unmatched
    @SuppressWarnings("unused") // whatever follows
    private List<String> arguments = new ArrayList<>();

    @Override
    public void run() {
      throw new ParameterException(
          spec.commandLine(),
          "this image holds the roles alone, without a broker; run ./windsock "
              + spec.name()
              + " in a clone of the repository");
    }
  }
}
