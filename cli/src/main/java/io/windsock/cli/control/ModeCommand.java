package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.StopSignal;
import io.windsock.cli.show.Output;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.control.client.ControllerClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows which mirroring function is in force, why, and since when. */
@Command(
    name = "mode",
    description = "Watch the mirroring adapt, or keep it from adapting.",
    footer = {
      "  windsock mode status",
      "  windsock mode watch                 a line for each change, until Ctrl-C",
      "  windsock mode pin busy              keep a function in force, whatever is measured",
      "  windsock mode release               let the policy decide again",
      "  windsock mode history --limit 20"
    })
public final class ModeCommand {
  private static final long LOOK_MS = 500;

  /** Enough for a transition between two modes between the base function and the high-load one. */
  private static final int MODES_WIDTH = "normal–busy 25 % → normal–busy 50 %".length();

  @Command(description = "Show the mode in force, and why.", footer = "  windsock mode status")
  Integer status(@Mixin CommonOptions common, @Mixin ControllerAddress address) {
    JsonNode mode = address.client().get("/v1/mode");
    common.output().result(mode, () -> text(mode));
    return ExitCode.OK;
  }

  private static String text(JsonNode mode) {
    String pinned = mode.path("pinned").asText();
    return "mode        %s%s%nsince       %s%nbecause     %s%nepoch       %d%s%npolicy      %s%ncontroller  %s, %s%n"
        .formatted(
            Plain.of(mode.path("mode").asText()),
            pinned.isEmpty() ? "" : " (pinned)",
            Instant.ofEpochMilli(mode.path("since").asLong()),
            Plain.of(mode.path("reason").asText()),
            mode.path("epoch").asLong(),
            Plain.of(carriedOut(mode)),
            mode.path("policy").asText(),
            mode.path("controller").asText(),
            Plain.of(mode.path("detail").asText()));
  }

  /** Describes whether the topology has applied the parameters; they are in force only then. */
  private static String carriedOut(JsonNode mode) {
    String refused = mode.path("refused").asText();
    if (!refused.isEmpty()) {
      return "; NOT in force, the topology refuses it: " + refused;
    }
    if (!mode.has("topologyEpoch")) {
      return "; not yet in force, no topology reports";
    }
    long carriedOut = mode.path("topologyEpoch").asLong();
    return carriedOut >= mode.path("epoch").asLong()
        ? ""
        : "; not yet in force, the topology is at epoch " + carriedOut;
  }

  @Command(
      description =
          "Print each change as it happens, until Ctrl-C; waits while no controller answers.",
      footer = "  windsock mode watch")
  Integer watch(@Mixin CommonOptions common, @Mixin ControllerAddress address)
      throws InterruptedException {
    ControllerClient client = address.client();
    Output output = common.output();
    DecisionWatch watch =
        new DecisionWatch(
            limit -> decisions(client, limit),
            decision -> output.element(decision, () -> line(decision, MODES_WIDTH)),
            common.err());
    try (StopSignal stop = StopSignal.listen()) {
      do {
        watch.look();
      } while (!stop.await(LOOK_MS));
    }
    return ExitCode.OK;
  }

  /** Returns the latest decisions, oldest first. */
  private static List<JsonNode> decisions(ControllerClient client, int limit) {
    List<JsonNode> decisions = new ArrayList<>();
    client.get("/v1/decisions?limit=" + limit).path("decisions").forEach(decisions::add);
    Collections.reverse(decisions);
    return decisions;
  }

  /** Returns the transition in words: from which mode to which. */
  private static String modes(JsonNode decision) {
    String from = decision.path("fromMode").asText();
    String to = decision.path("toMode").asText();
    return Plain.of(from.equals(to) ? to : from + " → " + to);
  }

  private static String line(JsonNode decision, int modesWidth) {
    String modes = modes(decision);
    return Plain.of(
        "%s  epoch %-4d %-9s %s%s  %s"
            .formatted(
                Instant.ofEpochMilli(decision.path("atMs").asLong()),
                decision.path("toEpoch").asLong(),
                decision.path("kind").asText(),
                modes,
                " ".repeat(Math.max(0, modesWidth - modes.length())),
                decision.path("reason").asText()));
  }

  @Command(
      description = "Keep a function in force, whatever is measured.",
      footer = "  windsock mode pin busy")
  Integer pin(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "FUNCTION", description = "Its name, such as busy.")
          String function) {
    return call.make(new Pin(function));
  }

  @Command(
      description = "Let the policy decide again, from the base function on.",
      footer = "  windsock mode release")
  Integer release(@Mixin CallOptions call) {
    return call.make(new Release());
  }

  @Command(
      description = "Show what was decided, oldest first, each with its reason.",
      footer = "  windsock mode history --limit 20")
  Integer history(
      @Mixin CommonOptions common,
      @Mixin ControllerAddress address,
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "100",
              description = "How many of the latest, 1 to 1000 (default: ${DEFAULT-VALUE}).")
          int limit) {
    Output output = common.output();
    List<JsonNode> decisions = decisions(address.client(), limit);
    int width = decisions.stream().mapToInt(decision -> modes(decision).length()).max().orElse(0);
    for (JsonNode decision : decisions) {
      output.element(decision, () -> line(decision, width));
    }
    return ExitCode.OK;
  }
}
