package io.windsock.cli;

import io.windsock.cli.option.CommonOptions;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Supplies the value of an option that is not given: from the environment ({@code
 * --bootstrap-server} is {@code WINDSOCK_BOOTSTRAP_SERVER}), then from a properties file ({@code
 * bootstrap-server = …}) named by {@code --config} or {@code WINDSOCK_CONFIG}, then the option's
 * own default.
 */
final class Defaults implements IDefaultValueProvider {
  /** Set or read by the launcher: not options of any command. */
  private static final Set<String> LAUNCHER =
      Set.of("WINDSOCK_JAVA_OPTS", "WINDSOCK_CLASSPATH", "WINDSOCK_MAVEN");

  /** The most letters in which a misspelt name may differ from the suggested one. */
  private static final int MAX_TYPOS = 2;

  private static final String PREFIX = "WINDSOCK_";

  private final Map<String, String> environment;
  private final Map<String, String> file;
  private final String fileName;

  /**
   * The value of an option that is not given.
   *
   * @param origin where it is set: {@code the environment variable WINDSOCK_PORT}, {@code port in
   *     w.properties}
   */
  record Setting(String value, String origin) {}

  private Defaults(Map<String, String> environment, Map<String, String> file, String fileName) {
    this.environment = environment;
    this.file = file;
    this.fileName = fileName;
  }

  /**
   * Reads the file, if one is named.
   *
   * @throws ConfigurationException if the file can't be read, or if it or the environment names an
   *     option that no command has
   */
  static Defaults read(String[] args, Map<String, String> all, CommandLine root) {
    Map<String, String> environment = withoutServiceLinks(all);
    Set<String> known = new TreeSet<>();
    collect(root, known);
    String path = configPath(args, environment);
    List<Fault> faults = new ArrayList<>();
    Map<String, String> file = path == null ? Map.of() : load(Path.of(path), known, faults);
    for (String name : environment.keySet()) {
      if (name.startsWith(PREFIX) && !LAUNCHER.contains(name) && !known.contains(option(name))) {
        faults.add(new Fault("environment: " + name, unknown(option(name), known)));
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return new Defaults(environment, file, String.valueOf(path));
  }

  private static Map<String, String> withoutServiceLinks(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(variable -> !ServiceLinks.has(variable))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static String unknown(String option, Set<String> known) {
    String nearest = "";
    int least = MAX_TYPOS + 1;
    for (String name : known) {
      int distance = Typos.between(option, name);
      if (distance < least) {
        least = distance;
        nearest = name;
      }
    }
    String remedy = nearest.isEmpty() ? "unset it" : "did you mean " + variable(nearest) + "?";
    return "no option is called " + option + "; " + remedy;
  }

  private static String option(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String variable(String option) {
    return PREFIX + option.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static void collect(CommandLine command, Set<String> names) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      names.add(bare(option));
    }
    command.getSubcommands().values().forEach(sub -> collect(sub, names));
  }

  /** Returns an option's longest name without its dashes. */
  static String bare(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  /**
   * Returns the file's name, which must be known before parsing because parsing asks for defaults.
   */
  private static @Nullable String configPath(String[] args, Map<String, String> environment) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals(CommonOptions.CONFIG_OPTION) && i + 1 < args.length) {
        return args[i + 1];
      }
      if (args[i].startsWith(CommonOptions.CONFIG_OPTION + "=")) {
        return args[i].substring(CommonOptions.CONFIG_OPTION.length() + 1);
      }
    }
    return environment.get(variable("config"));
  }

  private static Map<String, String> load(Path path, Set<String> known, List<Fault> faults) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw ConfigurationException.of(
          path.toString(), "can't be read as a properties file: " + e.getMessage());
    }
    Map<String, String> values = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (!known.contains(name)) {
        faults.add(new Fault(path + ": " + name, "no option is called that"));
      }
      values.put(name, properties.getProperty(name));
    }
    return values;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec arg) {
    Setting setting = arg instanceof OptionSpec option ? setting(option) : null;
    return setting == null ? null : setting.value();
  }

  /** Returns what the environment or else the file sets; null if neither sets the option. */
  @Nullable Setting setting(OptionSpec option) {
    if (option.usageHelp() || option.versionHelp()) {
      return null;
    }
    String name = bare(option);
    String value = environment.get(variable(name));
    if (value != null) {
      return new Setting(value, "the environment variable " + variable(name));
    }
    String configured = file.get(name);
    return configured == null ? null : new Setting(configured, name + " in " + fileName);
  }
}
