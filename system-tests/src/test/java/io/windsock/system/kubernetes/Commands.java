package io.windsock.system.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.Windsock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command that a container runs, as the {@code windsock} command takes it. */
record Commands(List<String> arguments, Map<String, String> environment) {
  /** What Kubernetes puts in for a reference to a field of the pod. */
  private static final Map<String, String> FIELDS =
      Map.of("metadata.name", "mirror-0", "metadata.namespace", "windsock");

  private static final Pattern REFERENCE = Pattern.compile("\\$\\(([A-Z_]+)\\)");
  private static final String NO_OPTION = "--no-such-option";

  /** With references to variables replaced, as Kubernetes does it. */
  static Commands of(JsonNode container) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (JsonNode variable : container.path("env")) {
      String field = variable.at("/valueFrom/fieldRef/fieldPath").asText();
      String value = FIELDS.getOrDefault(field, variable.path("value").asText());
      environment.put(variable.path("name").asText(), expanded(value, environment));
    }
    List<String> arguments = new ArrayList<>();
    container
        .path("args")
        .forEach(argument -> arguments.add(expanded(argument.asText(), environment)));
    return new Commands(arguments, environment);
  }

  /** Kubernetes leaves a reference to a variable that is not defined before as it is. */
  private static String expanded(String text, Map<String, String> environment) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(environment.getOrDefault(match.group(1), match.group())));
  }

  /** Names of the options that the command has, as its help names them. */
  String help() {
    return run(List.of(arguments.get(0), "--help"), Map.of());
  }

  /**
   * What the command says of all that it is given. An option is added that no command has, so that
   * it does not run; it speaks of it last, when nothing else is wrong.
   */
  String faults() {
    List<String> all = new ArrayList<>(arguments);
    all.add(NO_OPTION);
    String said = run(all, environment);
    return said.contains("Unknown option: '" + NO_OPTION + "'") ? "" : said;
  }

  /** {@code --bootstrap-server} for {@code WINDSOCK_BOOTSTRAP_SERVER}. */
  static String option(String variable) {
    return "--"
        + variable.substring("WINDSOCK_".length()).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String run(List<String> arguments, Map<String, String> environment) {
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    Windsock.execute(arguments.toArray(String[]::new), environment, to, to);
    to.flush();
    return said.toString();
  }
}
