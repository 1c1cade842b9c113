package io.windsock.cli.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.show.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Describes the status of one side of a link to a person. Pure. */
final class LinkStatusText {
  private static final int LABEL_CHARS = 12;

  private LinkStatusText() {}

  static String of(JsonNode status) {
    StringBuilder text = new StringBuilder();
    if (status.path("side").asText().equals("sender")) {
      sender(status, text);
    } else {
      receiver(status, text);
    }
    copied(status, text);
    return text.toString();
  }

  private static void sender(JsonNode status, StringBuilder text) {
    line(text, "link", status.path("link").asText() + " to " + status.path("to").asText());
    line(text, "topics", String.join(", ", texts(status.path("topics"))));
    line(text, "state", state(status));
    line(
        text,
        "position",
        "batch %,d of session %d"
            .formatted(status.path("batch").asLong(), status.path("epoch").asLong()));
    line(
        text,
        "behind",
        known(status.path("lagOffsets"), "%,d offsets")
            + ", "
            + known(status.path("rpoMs"), "oldest record %,d ms old")
            + String.format(
                Locale.ROOT,
                ", %d batches on their way",
                status.path("unacknowledgedBatches").asLong()));
    if (status.path("rpoGoalMs").isNumber()) {
      line(text, "goal", goal(status));
    }
    line(
        text,
        "interval",
        "%.1f ms, at most %,d records a batch"
            .formatted(status.path("intervalMs").asDouble(), status.path("threshold").asLong()));
  }

  /** The recovery point objective, and whether the link keeps to it. */
  private static String goal(JsonNode status) {
    JsonNode kept = status.path("rpoKept");
    String answer = kept.isBoolean() ? kept.asBoolean() ? "kept" : "missed" : "unknown if kept";
    return known(status.path("rpoGoalMs"), "at most %,d ms lost: ") + answer;
  }

  private static String state(JsonNode status) {
    String state = status.path("state").asText().toLowerCase(Locale.ROOT);
    boolean closing = status.path("pausing").asBoolean() && !state.equals("paused");
    return state + ": " + status.path("detail").asText() + (closing ? "; about to pause" : "");
  }

  private static void receiver(JsonNode status, StringBuilder text) {
    line(text, "listens at", "port " + status.path("port").asInt());
    List<String> open = new ArrayList<>();
    for (JsonNode session : status.path("open")) {
      open.add(
          session.path("link").asText()
              + " from "
              + session.path("sender").asText()
              + text(": ", session.path("slow"))
              + text(": ", session.path("incomplete")));
    }
    line(text, "senders", open.isEmpty() ? "none" : String.join(", ", open));
    List<String> refused = new ArrayList<>();
    for (Map.Entry<String, JsonNode> reason : status.path("refused").properties()) {
      if (reason.getValue().asLong() > 0) {
        refused.add(reason.getValue().asLong() + " " + reason.getKey());
      }
    }
    line(text, "refused", refused.isEmpty() ? "no frame" : String.join(", ", refused));
  }

  private static void copied(JsonNode status, StringBuilder text) {
    JsonNode all = status.path("copied");
    line(
        text,
        "copied",
        String.format(
            Locale.ROOT,
            "%,d records in %,d batches and %,d sessions; %,d bytes, %.2f to 1 on the line",
            all.path("records").asLong(),
            status.path("batches").asLong(),
            status.path("sessions").asLong(),
            all.path("plainBytes").asLong(),
            all.path("compression").asDouble()));
    JsonNode key = status.path("lastKey");
    line(text, "key", key.isTextual() ? key.asText() + ", of the last batch" : "none yet");
    JsonNode pipeline = status.path("pipeline");
    line(
        text,
        "pipeline",
        pipeline.path("kind").asText()
            + ", "
            + pipeline.path("threads").asInt()
            + " threads for a batch: "
            + pipeline.path("reason").asText());
    List<String> stages = new ArrayList<>();
    for (Map.Entry<String, JsonNode> stage : status.path("stageMs").properties()) {
      stages.add(stage.getKey() + String.format(Locale.ROOT, " %.2f", stage.getValue().asDouble()));
    }
    line(text, "stages", stages.isEmpty() ? "not measured yet" : String.join(", ", stages) + " ms");
  }

  private static String known(JsonNode value, String format) {
    return value.isNumber() ? String.format(Locale.ROOT, format, value.asLong()) : "unknown";
  }

  /** What is wrong, after a separator; nothing if nothing is. */
  private static String text(String separator, JsonNode reason) {
    return reason.isTextual() ? separator + reason.asText() : "";
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static void line(StringBuilder text, String label, String value) {
    text.append(label).append(" ".repeat(LABEL_CHARS - label.length()));
    text.append(Plain.of(value)).append('\n');
  }
}
