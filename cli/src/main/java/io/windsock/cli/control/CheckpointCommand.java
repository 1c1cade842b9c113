package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Plain;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows how far the sites have checkpointed. */
@Command(
    name = "checkpoint",
    description = "Show how far the sites have checkpointed, and what of the log is trimmed.",
    footer = "  windsock checkpoint status")
public final class CheckpointCommand {
  private static final double MS_PER_SECOND = 1_000;

  @Command(
      description = "Show the commit point of each output topic, and every site's checkpoint.",
      footer = {"  windsock checkpoint status", "  windsock checkpoint status -o json"})
  Integer status(@Mixin CommonOptions common, @Mixin ControllerAddress address) {
    JsonNode answer = address.client().get("/v1/checkpoints");
    common.output().result(answer, () -> text(answer));
    return ExitCode.OK;
  }

  private static String text(JsonNode answer) {
    StringBuilder text = new StringBuilder();
    for (JsonNode point : answer.path("commitPoints")) {
      text.append("topic %s%n".formatted(Plain.of(point.path("topic").asText())));
      text.append("  commit point  %s%n".formatted(point.path("offsets")));
      text.append("  log begins    %s%n".formatted(point.path("begins")));
      String waits = point.path("waitsFor").asText();
      text.append(
          "  trimming      %s%n".formatted(waits.isEmpty() ? "up to date" : Plain.of(waits)));
      String snapshot = point.path("snapshot").asText();
      text.append(
          "  snapshot      %s%n".formatted(snapshot.isEmpty() ? "none" : Plain.of(snapshot)));
      if (!point.path("expired").isEmpty()) {
        text.append("  expired       %s%n".formatted(point.path("expired")));
      }
      text.append(
          "  as of         %s%n".formatted(Instant.ofEpochMilli(point.path("atMs").asLong())));
    }
    long nowMs = answer.path("now").asLong();
    for (JsonNode site : answer.path("sites")) {
      text.append(
          "site %s (%s, %s)  last sample %.1f s ago  checkpoint %s  backup queue %d%n"
              .formatted(
                  Plain.of(site.path("site").asText()),
                  Plain.of(site.path("role").asText()),
                  Plain.of(site.path("phase").asText()),
                  (nowMs - site.path("heardMs").asLong()) / MS_PER_SECOND,
                  site.path("checkpoints"),
                  site.path("backup").asLong()));
    }
    return text.length() == 0 ? "no commit point has been announced\n" : text.toString();
  }
}
