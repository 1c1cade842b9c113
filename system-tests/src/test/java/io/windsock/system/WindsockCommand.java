package io.windsock.system;

import io.windsock.cli.Windsock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A {@code windsock} command as a container is told to run it.
 *
 * @param arguments the command and its options
 * @param environment all variables, those of others included
 */
public record WindsockCommand(List<String> arguments, Map<String, String> environment) {
  private static final String PREFIX = "WINDSOCK_";
  private static final String NO_OPTION = "--no-such-option";

  /** Names of the options that the command has, as its help names them. */
  public String help() {
    List<String> asked = new ArrayList<>();
    arguments.stream().takeWhile(word -> !word.startsWith("-")).forEach(asked::add);
    asked.add("--help");
    return run(asked, Map.of());
  }

  /**
   * What the command says of all that it is given. An option is added that no command has, so that
   * it does not run; it speaks of it last, when nothing else is wrong.
   */
  public String faults() {
    List<String> all = new ArrayList<>(arguments);
    all.add(NO_OPTION);
    String said = run(all, environment);
    return said.contains("Unknown option: '" + NO_OPTION + "'") ? "" : said;
  }

  /** Variables that stand for an option which this command has not. */
  public List<String> withoutOption() {
    String help = help();
    return environment.keySet().stream()
        .filter(variable -> variable.startsWith(PREFIX))
        .filter(variable -> !help.contains(option(variable) + "="))
        .toList();
  }

  /** {@code --bootstrap-server} for {@code WINDSOCK_BOOTSTRAP_SERVER}. */
  private static String option(String variable) {
    return "--" + variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String run(List<String> arguments, Map<String, String> environment) {
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    Windsock.execute(arguments.toArray(String[]::new), environment, to, to);
    to.flush();
    return said.toString();
  }
}
