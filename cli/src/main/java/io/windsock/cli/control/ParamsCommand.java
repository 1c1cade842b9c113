package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Events;
import io.windsock.contracts.call.MirroringCall.Fwd;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.InitWith;
import io.windsock.contracts.call.MirroringCall.Mirror;
import io.windsock.contracts.call.MirroringCall.RemoveRule;
import io.windsock.contracts.call.MirroringCall.SetAdapt;
import io.windsock.contracts.call.MirroringCall.SetAdaptFunction;
import io.windsock.contracts.call.MirroringCall.SetComplexSeq;
import io.windsock.contracts.call.MirroringCall.SetComplexTuple;
import io.windsock.contracts.call.MirroringCall.SetFunction;
import io.windsock.contracts.call.MirroringCall.SetFwd;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The mirroring API from the command line. */
@Command(
    name = "params",
    description = {
      "Show and change the mirroring while events flow, by the mirroring API.",
      "A change gets an epoch, and is in force from the next marker on; see docs/mirroring.md."
    },
    footer = {
      "  windsock params show",
      "  windsock params set-overwrite FlightPosition 20 --mode first",
      "  windsock params set-params --coalesce --number 10 --checkpoint-every 100 --wait",
      "  windsock params set-monitor-values pending 300 200"
    })
public final class ParamsCommand {
  private static final int INIT_NUMBER = 10;
  private static final int INIT_LENGTH = 1;
  private static final String VALUES =
      "ready, backup, pending, requestRate, updateDelay, stalenessEvents, stalenessMs, cpu";

  private static final Pattern PART =
      Pattern.compile("([^=]+)=([^:]*)(?::\\s*(.*?)\\s*)?", Pattern.DOTALL);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Command(
      description = "Show the parameters: what is in force, and what can be.",
      footer = {"  windsock params show", "  windsock params show -o json"})
  Integer show(@Mixin CommonOptions common, @Mixin ControllerAddress address) {
    JsonNode answer = address.client().get("/v1/params");
    common.output().result(answer, () -> ParametersText.of(answer));
    return ExitCode.OK;
  }

  @Command(
      description = {
        "init: mirror and forward every event, a checkpoint every 50; or with options coalesce and"
            + " overwrite.",
        "Ends an adaptation and a pin."
      },
      footer = {
        "  windsock params init",
        "  windsock params init --coalesce --number 10 --length 10 --wait"
      })
  Integer init(
      @Mixin CallOptions call,
      @Option(
              names = "--coalesce",
              negatable = true,
              description = "Coalesce (default with --number or --length).")
          @Nullable Boolean coalesce,
      @Option(
              names = "--number",
              paramLabel = "N",
              description = "Events of one update, 2 to 256 (default: 10).")
          @Nullable Integer number,
      @Option(
              names = "--length",
              paramLabel = "L",
              description = "Events of an overwritten sequence; 1: none (default: 1).")
          @Nullable Integer length) {
    return coalesce == null && number == null && length == null
        ? call.make(new Init())
        : call.make(
            new InitWith(
                !Boolean.FALSE.equals(coalesce), or(number, INIT_NUMBER), or(length, INIT_LENGTH)));
  }

  private static int or(@Nullable Integer given, int otherwise) {
    return given == null ? otherwise : given;
  }

  @Command(
      description = "mirror: send at the next marker all that rules withhold.",
      footer = "  windsock params mirror")
  Integer mirror(@Mixin CallOptions call) {
    return call.make(new Mirror());
  }

  @Command(
      description = "fwd: write a marker; forwarding withholds nothing.",
      footer = "  windsock params fwd")
  Integer fwd(@Mixin CallOptions call) {
    return call.make(new Fwd());
  }

  @Command(
      name = "set-mirror",
      description = "set_mirror: make a named function the base.",
      footer = "  windsock params set-mirror busy")
  Integer setMirror(
      @Mixin CallOptions call,
      @Parameters(
              paramLabel = "FUNCTION",
              description = "A mirroring function, or an EventFunction on the class path.")
          String function) {
    return call.make(new SetMirror(function));
  }

  @Command(
      name = "set-fwd",
      description = "set_fwd: what decides on forwarding.",
      footer = {"  windsock params set-fwd every-tenth", "  windsock params set-fwd everything"})
  Integer setFwd(
      @Mixin CallOptions call,
      @Parameters(
              paramLabel = "FUNCTION",
              description = "An EventFunction on the class path; 'everything': all is forwarded.")
          String function) {
    return call.make(new SetFwd(function.equals("everything") ? "" : function));
  }

  @Command(
      name = "set-params",
      description =
          "set_params: coalesce up to a number of events; set the events between checkpoints.",
      footer = {
        "  windsock params set-params --number 10 --checkpoint-every 100",
        "  windsock params set-params --no-coalesce"
      })
  Integer setParams(
      @Mixin CallOptions call,
      @Option(
              names = "--coalesce",
              negatable = true,
              defaultValue = "true",
              fallbackValue = "true",
              description = "Coalesce (default), or don't.")
          boolean coalesce,
      @Option(
              names = "--number",
              paramLabel = "N",
              defaultValue = "10",
              description = "Events of one update, 2 to 256 (default: ${DEFAULT-VALUE}).")
          int number,
      @Option(
              names = "--checkpoint-every",
              paramLabel = "F",
              defaultValue = "50",
              description = "A checkpoint after this many sent events (default: ${DEFAULT-VALUE}).")
          int every) {
    return call.make(new SetParams(coalesce, number, every));
  }

  @Command(
      name = "set-overwrite",
      description = "set_overwrite: let events of a type replace others.",
      footer = {
        "  windsock params set-overwrite FlightPosition 20",
        "  windsock params set-overwrite FlightPosition 10 --mode latest --max-hold-ms 2000"
      })
  Integer setOverwrite(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "TYPE", description = "An event type that may be superseded.")
          String type,
      @Parameters(
              paramLabel = "LENGTH",
              description = "Events of a sequence, 1 to 100000; 1: none.")
          int length,
      @Option(
              names = "--mode",
              paramLabel = "MODE",
              description = "Which is sent: first or latest (default: first).")
          SetOverwrite.@Nullable Mode mode,
      @Option(
              names = "--max-hold-ms",
              paramLabel = "MS",
              description =
                  "How long the newest may be withheld (default: as it is where the mode stays).")
          @Nullable Long maxHoldMs) {
    return call.make(new SetOverwrite(type, length, mode, maxHoldMs));
  }

  @Command(
      name = "set-complex-seq",
      description = {
        "set_complex_seq: discard events of one type after an event of another.",
        "Adds a rule, or updates the one of the same types and condition."
      },
      footer =
          "  windsock params set-complex-seq FlightStatus FlightPosition --when \"status == 'LANDED'\"")
  Integer setComplexSeq(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "AFTER", description = "The event type that starts it.")
          String after,
      @Parameters(paramLabel = "DISCARD", description = "The event type that is discarded.")
          String discard,
      @Option(
              names = "--when",
              paramLabel = "CONDITION",
              description = "Of the starting event, such as \"status == 'LANDED'\".")
          @Nullable String when,
      @Option(
              names = "--until-s",
              paramLabel = "S",
              defaultValue = "43200",
              description =
                  "An event that is this much newer ends it (default: ${DEFAULT-VALUE}, 12 h).")
          long untilSeconds) {
    ConfigCheck check = new ConfigCheck("set-complex-seq");
    check.range("until-s", untilSeconds, 1, MirroringCall.MAX_HOLD.toSeconds());
    check.done();
    return call.make(
        new SetComplexSeq(
            new Events(after, when), discard, TimeUnit.SECONDS.toMillis(untilSeconds)));
  }

  @Command(
      name = "set-complex-tuple",
      description = {
        "set_complex_tuple: combine events of a key into one.",
        "Adds a rule, or updates the one of the same events and derived type."
      },
      footer = {
        "  windsock params set-complex-tuple FlightArrived --part \"landed=FlightStatus:status =="
            + " 'LANDED'\" --part \"gate=FlightStatus:status == 'AT_GATE'\" --field"
            + " landedAt=landed.eventTime --field atGateAt=gate.eventTime --field gate=gate.gate"
      })
  Integer setComplexTuple(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "DERIVE", description = "The type of the derived event.")
          String derive,
      @Option(
              names = "--part",
              paramLabel = "NAME=TYPE[:WHEN]",
              required = true,
              description = "An event that must come; two or more.")
          List<String> parts,
      @Option(
              names = "--field",
              paramLabel = "FIELD=PART.FIELD",
              description = "What a field of the derived event gets.")
          @Nullable Map<String, String> fields,
      @Option(
              names = "--ttl-s",
              paramLabel = "S",
              defaultValue = "1800",
              description = "How long a part waits for the others (default: ${DEFAULT-VALUE}).")
          long ttlSeconds,
      @Option(names = "--absorb", description = "The derived event replaces the parts.")
          boolean absorb) {
    ConfigCheck check = new ConfigCheck("set-complex-tuple");
    check.range("ttl-s", ttlSeconds, 1, MirroringCall.MAX_HOLD.toSeconds());
    check.done();
    List<SetComplexTuple.Part> all = parts.stream().map(this::part).toList();
    Map<String, String> named = fields == null ? Map.of() : fields;
    return call.make(
        new SetComplexTuple(all, derive, named, TimeUnit.SECONDS.toMillis(ttlSeconds), absorb));
  }

  private ParameterException misused(String call, String fault) {
    return new ParameterException(spec.commandLine().getSubcommands().get(call), fault);
  }

  private SetComplexTuple.Part part(String text) {
    Matcher part = PART.matcher(text);
    if (!part.matches()) {
      throw misused(
          "set-complex-tuple", "--part '" + text + "' must be NAME=TYPE or NAME=TYPE:CONDITION");
    }
    return new SetComplexTuple.Part(part.group(1), part.group(2), part.group(3));
  }

  @Command(
      name = "remove-rule",
      description = "Remove one rule from the base function.",
      footer = {
        "  windsock params show                  the rules by their names",
        "  windsock params remove-rule sequence-FlightStatus-FlightPosition"
      })
  Integer removeRule(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "NAME", description = "The rule's name.") String name) {
    return call.make(new RemoveRule(name));
  }

  @Command(
      name = "set-adapt",
      description = {
        "set_adapt: what to change when a threshold is reached: a parameter by a percentage, or"
            + " install another function.",
        "Parameters: coalesce, coalesceNumber, overwriteLength, checkpointEvery."
      },
      footer = {
        "  windsock params set-adapt overwriteLength 100",
        "  windsock params set-adapt --install busy"
      })
  Integer setAdapt(
      @Mixin CallOptions call,
      @Parameters(
              arity = "0..1",
              paramLabel = "PARAMETER",
              description = "Which parameter; not with --install.")
          @Nullable String parameter,
      @Parameters(
              arity = "0..1",
              paramLabel = "PERCENT",
              description = "By how much; 0: not at all.")
          @Nullable Integer percent,
      @Option(names = "--install", paramLabel = "FUNCTION", description = "Install this function.")
          @Nullable String function) {
    if (function != null && parameter == null) {
      return call.make(new SetAdaptFunction(function));
    }
    if (function != null || parameter == null || percent == null) {
      throw misused("set-adapt", "give a parameter and a percentage, or --install FUNCTION");
    }
    return call.make(new SetAdapt(AdjustedParameter.of(parameter), percent));
  }

  @Command(
      name = "set-monitor-values",
      description = {
        "set_monitor_values: adapt when a value reaches primary, go back below primary − secondary.",
        "Values: " + VALUES + "."
      },
      footer = {
        "  windsock params set-monitor-values pending 300 200",
        "  windsock params set-monitor-values cpu 0"
      })
  Integer setMonitorValues(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "VALUE", description = "Its name or its index.") String value,
      @Parameters(paramLabel = "PRIMARY", description = "In the value's unit; 0: ignore it.")
          double primary,
      @Parameters(
              arity = "0..1",
              defaultValue = "0",
              paramLabel = "SECONDARY",
              description = "0 to primary (default: ${DEFAULT-VALUE}).")
          double secondary) {
    return call.make(new SetMonitorValues(value, primary, secondary));
  }

  @Command(
      name = "set-function",
      description = "Define a mirroring function, or replace one.",
      footer = "  windsock params set-function calm --rules calm.yaml --checkpoint-every 20")
  Integer setFunction(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "NAME", description = "Its name.") String name,
      @Option(
              names = "--rules",
              paramLabel = "FILE",
              required = true,
              description = "A rules file (docs/rules.md).")
          Path rules,
      @Option(
              names = "--forward",
              paramLabel = "FUNCTION",
              defaultValue = "",
              description = "An EventFunction that decides on forwarding (default: everything).")
          String forward,
      @Option(
              names = "--checkpoint-every",
              paramLabel = "F",
              defaultValue = "50",
              description = "A checkpoint after this many sent events (default: ${DEFAULT-VALUE}).")
          int every) {
    String text = read(rules);
    return call.make(new SetFunction(name, text, forward, every));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new Failure("--rules " + file + " can't be read: " + e, e);
    }
  }

  @Command(
      name = "set-policy",
      description = "Choose what decides: thresholds, objective or off.",
      footer =
          "  windsock params set-policy objective --delay-goal-ms 500 --staleness-limit-ms 10000")
  Integer setPolicy(
      @Mixin CallOptions call,
      @Parameters(paramLabel = "POLICY", description = "thresholds, objective or off.")
          String policy,
      @Option(
              names = "--delay-goal-ms",
              paramLabel = "MS",
              description = "Objective: hold the update delay under this (default: as it is).")
          @Nullable Long goalMs,
      @Option(
              names = "--staleness-limit-ms",
              paramLabel = "MS",
              description = "Objective: never staler than this (default: as it is).")
          @Nullable Long limitMs,
      @Option(
              names = "--hold-ms",
              paramLabel = "MS",
              description = "The least time between two changes (default: as it is).")
          @Nullable Long holdMs) {
    return call.make(new SetPolicy(policy, goalMs, limitMs, holdMs));
  }
}
