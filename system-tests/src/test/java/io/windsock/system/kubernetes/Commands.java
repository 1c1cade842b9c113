package io.windsock.system.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.system.WindsockCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command that a container runs, as the {@code windsock} command takes it. */
final class Commands {
  private static final String NAMESPACE = "windsock";

  private static final Pattern REFERENCE = Pattern.compile("\\$\\(([A-Z_]+)\\)");

  private Commands() {}

  /** With references to variables replaced, as Kubernetes does it. */
  static WindsockCommand of(JsonNode container) {
    return of(container, "mirror-0");
  }

  /** The same, in a pod of this name. */
  static WindsockCommand of(JsonNode container, String pod) {
    Map<String, String> fields = Map.of("metadata.name", pod, "metadata.namespace", NAMESPACE);
    Map<String, String> environment = new LinkedHashMap<>();
    for (JsonNode variable : container.path("env")) {
      String field = variable.at("/valueFrom/fieldRef/fieldPath").asText();
      String value = fields.getOrDefault(field, variable.path("value").asText());
      environment.put(variable.path("name").asText(), expanded(value, environment));
    }
    List<String> arguments = new ArrayList<>();
    container
        .path("args")
        .forEach(argument -> arguments.add(expanded(argument.asText(), environment)));
    return new WindsockCommand(arguments, environment);
  }

  /** Kubernetes leaves a reference to a variable that is not defined before as it is. */
  private static String expanded(String text, Map<String, String> environment) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(environment.getOrDefault(match.group(1), match.group())));
  }
}
