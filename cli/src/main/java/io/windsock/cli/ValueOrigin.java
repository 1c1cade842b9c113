package io.windsock.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The origin of an unusable option value that was not given on the command line. The remedy is then
 * to change the environment or the configuration file, and the message has to name it.
 */
final class ValueOrigin {
  private ValueOrigin() {}

  /**
   * Returns the origin of a value that can't be parsed, for the end of its message; empty for the
   * command line.
   */
  static String of(ParameterException e, String[] args) {
    if (!(e.getArgSpec() instanceof OptionSpec option) || isGiven(option, args)) {
      return "";
    }
    Defaults.Setting setting = setting(e.getCommandLine(), option);
    if (setting == null) {
      return "";
    }
    boolean same = e.getValue() == null || setting.value().contains(e.getValue());
    return same ? text(setting) : "";
  }

  /** Whether one of the arguments sets the option. */
  private static boolean isGiven(OptionSpec option, String[] args) {
    for (String name : option.names()) {
      boolean attached = name.length() == 2;
      for (String arg : args) {
        if (arg.equals(name) || arg.startsWith(attached ? name : name + "=")) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the origin of the option's value that a parsed command refuses with {@code message},
   * for the end of it; empty for the command line. The message begins with the option, as {@code
   * --domain}, or with its place, as {@code controller.marker-every}.
   */
  static String of(String message, CommandLine command) {
    ParseResult parsed = command.getParseResult();
    if (parsed == null) {
      return "";
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      Defaults.Setting setting = setting(command, option);
      if (setting != null
          && !parsed.hasMatchedOption(option)
          && names(message, option)
          && message.contains(setting.value())) {
        return text(setting);
      }
    }
    return "";
  }

  private static boolean names(String message, OptionSpec option) {
    String name = Defaults.bare(option);
    String place = message.split("[ :=]", 2)[0];
    return place.equals("--" + name) || place.equals(name) || place.endsWith("." + name);
  }

  private static Defaults.@Nullable Setting setting(CommandLine command, OptionSpec option) {
    return command.getDefaultValueProvider() instanceof Defaults defaults
        ? defaults.setting(option)
        : null;
  }

  private static String text(Defaults.Setting setting) {
    return " (from " + setting.origin() + ")";
  }
}
