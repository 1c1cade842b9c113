package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.contracts.call.MirroringCall.Fwd;
import io.windsock.contracts.call.MirroringCall.Mirror;
import io.windsock.contracts.call.MirroringCall.RemoveRule;
import io.windsock.contracts.call.MirroringCall.SetFwd;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
  private static final String VALUES =
      "ready, backup, pending, requestRate, updateDelay, stalenessEvents, stalenessMs, cpu";

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
  Integer init(@Mixin CallOptions call, @Mixin InitOptions options) {
    return call.make(options.call());
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
  Integer setComplexSeq(@Mixin CallOptions call, @Mixin SequenceOptions options) {
    return call.make(options.call());
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
  Integer setComplexTuple(@Mixin CallOptions call, @Mixin TupleOptions options) {
    return call.make(options.call());
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
  Integer setAdapt(@Mixin CallOptions call, @Mixin AdaptOptions options) {
    return call.make(options.call());
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
  Integer setFunction(@Mixin CallOptions call, @Mixin FunctionOptions options) {
    return call.make(options.call());
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
