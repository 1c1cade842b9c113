package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.show.Plain;
import java.time.Instant;

/** Formats parameters as text. */
final class ParametersText {
  private ParametersText() {}

  /** Formats a response of {@code GET /v1/params}. */
  static String of(JsonNode answer) {
    JsonNode parameters = answer.path("parameters");
    StringBuilder text = new StringBuilder();
    line(text, "epoch", parameters.path("epoch").asText());
    line(
        text,
        "written",
        Instant.ofEpochMilli(parameters.path("writtenAtMs").asLong())
            + " by "
            + parameters.path("writer").asText());
    line(text, "because", parameters.path("reason").asText());
    line(
        text,
        "controller",
        answer.path("controller").asText() + ", " + answer.path("detail").asText());
    policy(text, parameters);
    for (JsonNode monitored : parameters.path("monitored")) {
      line(
          text,
          "threshold",
          "%s: adapt at %s, back below %s"
              .formatted(
                  monitored.path("value").asText(),
                  number(monitored.path("primary").asDouble()),
                  number(
                      monitored.path("primary").asDouble()
                          - monitored.path("secondary").asDouble())));
    }
    function(text, "in force", parameters.path("inForce"));
    for (JsonNode function : parameters.path("functions")) {
      if (!function.equals(parameters.path("inForce"))) {
        function(text, "function", function);
      }
    }
    return text.toString();
  }

  private static void policy(StringBuilder text, JsonNode parameters) {
    String pinned = parameters.path("pinned").asText();
    line(
        text,
        "policy",
        parameters.path("policy").asText() + (pinned.isEmpty() ? "" : ", pinned to " + pinned));
    String install = parameters.path("install").asText();
    line(text, "adapts by", install.isEmpty() ? adjustments(parameters) : "installing " + install);
  }

  private static String adjustments(JsonNode parameters) {
    StringBuilder text = new StringBuilder();
    for (JsonNode adjustment : parameters.path("adjustments")) {
      text.append(text.length() == 0 ? "" : ", ");
      text.append(adjustment.path("parameter").asText());
      text.append(" by ").append(adjustment.path("percent").asInt()).append(" %");
    }
    return text.length() == 0 ? "nothing" : text.toString();
  }

  private static void function(StringBuilder text, String label, JsonNode function) {
    String forward = function.path("forward").asText();
    line(
        text,
        label,
        function.path("name").asText()
            + ", a checkpoint every "
            + function.path("checkpointEvery").asInt()
            + (forward.isEmpty() ? "" : ", forwarding by " + forward));
    function
        .path("rules")
        .asText()
        .lines()
        .forEach(rule -> text.append("              ").append(Plain.of(rule)).append('\n'));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  private static void line(StringBuilder text, String label, String value) {
    text.append("%-12s  %s%n".formatted(label, Plain.of(value)));
  }
}
