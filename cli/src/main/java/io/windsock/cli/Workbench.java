package io.windsock.cli;

import io.windsock.cli.demo.DemoCommand;
import io.windsock.cli.run.BrokerCommand;
import io.windsock.evaluation.BenchCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * The commands that start a broker in their process or measure. The roles' image is without them:
 * it holds neither a broker nor a benchmark, so their classes are named only where those are there.
 */
final class Workbench {
  private static final String BROKER = "/io/windsock/embedded/EmbeddedBroker.class";

  private Workbench() {}

  /** Adds them to {@code root}; where they can't run, commands that say where they can. */
  static void addTo(CommandLine root) {
    if (Workbench.class.getResource(BROKER) == null) {
      List.of("demo", "broker", "bench").forEach(name -> root.addSubcommand(name, new Absent()));
    } else {
      Present.COMMANDS.forEach(root::addSubcommand);
    }
  }

  /** Loaded only where its classes are. */
  private static final class Present {
    private static final List<Class<?>> COMMANDS =
        List.of(DemoCommand.class, BrokerCommand.class, BenchCommand.class);
  }

  /** Says that a command is not here. */
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
