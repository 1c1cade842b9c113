package io.windsock.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.control.http.MirroringCalls;
import io.windsock.control.params.AdjustedParameter;
import io.windsock.control.params.Caller;
import io.windsock.control.params.Mirroring;
import io.windsock.control.params.Written;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.service.http.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the mirroring API by name, with their arguments as JSON: what HTTP offers.
 * docs/mirroring.md lists them. Any thread may call.
 */
final class CallTable implements MirroringCalls {
  private static final Duration DEFAULT_UNTIL = Duration.ofHours(12);
  private static final Duration DEFAULT_TIME_TO_LIVE = Duration.ofMinutes(30);
  private static final int RETRY_SECONDS = 2;

  /** Makes one call; answers what it has written. */
  private interface Call {
    Written make(Mirroring mirroring, Arguments arguments);
  }

  private final Map<String, Call> calls = new LinkedHashMap<>();
  private final Function<Caller, Mirroring> mirroring;

  /** Calls of what {@code mirroring} answers for a caller. */
  CallTable(Function<Caller, Mirroring> mirroring) {
    this.mirroring = mirroring;
    calls.put("init", CallTable::init);
    calls.put("mirror", checked(Mirroring::mirror));
    calls.put("fwd", checked(Mirroring::fwd));
    calls.put("set-mirror", CallTable::setMirror);
    calls.put("set-fwd", CallTable::setFwd);
    calls.put("set-params", CallTable::setParams);
    calls.put("set-overwrite", CallTable::setOverwrite);
    calls.put("set-complex-seq", CallTable::setComplexSeq);
    calls.put("set-complex-tuple", CallTable::setComplexTuple);
    calls.put("remove-rule", CallTable::removeRule);
    calls.put("set-adapt", CallTable::setAdapt);
    calls.put("set-monitor-values", CallTable::setMonitorValues);
    calls.put("set-function", CallTable::setFunction);
    calls.put("set-policy", CallTable::setPolicy);
    calls.put("pin", CallTable::pin);
    calls.put("release", checked(Mirroring::release));
  }

  /** A call without arguments. */
  private static Call checked(Function<Mirroring, Written> call) {
    return (api, arguments) -> {
      arguments.check();
      return call.apply(api);
    };
  }

  @Override
  public List<String> names() {
    return List.copyOf(calls.keySet());
  }

  @Override
  public Written call(String name, JsonNode arguments, Caller caller) {
    Call call = Objects.requireNonNull(calls.get(name), name);
    try {
      return call.make(mirroring.apply(caller), Arguments.of(name, arguments));
    } catch (NotActiveException e) {
      throw Refusal.unavailable(
          String.valueOf(e.getMessage()), "ask the active controller", RETRY_SECONDS);
    }
  }

  private static Written init(Mirroring api, Arguments arguments) {
    if (!arguments.has("coalesce") && !arguments.has("number") && !arguments.has("length")) {
      arguments.check();
      return api.init();
    }
    boolean coalesce = arguments.flag("coalesce", true);
    int number = arguments.number("number");
    int length = arguments.number("length");
    arguments.check();
    return api.init(coalesce, number, length);
  }

  private static Written setMirror(Mirroring api, Arguments arguments) {
    String function = arguments.text("function");
    arguments.check();
    return api.setMirror(function);
  }

  private static Written setFwd(Mirroring api, Arguments arguments) {
    String function = arguments.text("function");
    arguments.check();
    return api.setFwd(function);
  }

  private static Written setParams(Mirroring api, Arguments arguments) {
    boolean coalesce = arguments.flag("coalesce", true);
    int number = arguments.number("number");
    int every = arguments.number("checkpointEvery");
    arguments.check();
    return api.setParams(coalesce, number, every);
  }

  private static Written setOverwrite(Mirroring api, Arguments arguments) {
    String type = arguments.text("type");
    int length = arguments.number("length");
    Overwrite.Mode mode = mode(arguments.optionalText("mode"));
    Duration maxHold = arguments.duration("maxHoldMs");
    arguments.check();
    return api.setOverwrite(type, length, mode, maxHold);
  }

  private static Overwrite.@Nullable Mode mode(@Nullable String text) {
    if (text == null) {
      return null;
    }
    for (Overwrite.Mode mode : Overwrite.Mode.values()) {
      if (mode.toString().equals(text)) {
        return mode;
      }
    }
    throw ConfigurationException.of(
        "set-overwrite.mode", "is '" + text + "'; it must be first or latest");
  }

  private static Written setComplexSeq(Mirroring api, Arguments arguments) {
    Match after = match(arguments.object("after"));
    String discard = arguments.text("discard");
    Duration until = arguments.duration("untilMs", DEFAULT_UNTIL);
    arguments.check();
    return api.setComplexSeq(after, discard, until);
  }

  private static Match match(Arguments arguments) {
    Match match = new Match(arguments.text("type"), arguments.optionalText("when"));
    arguments.refuseOthers();
    return match;
  }

  private static Written setComplexTuple(Mirroring api, Arguments arguments) {
    List<ComplexTuple.Part> parts = new ArrayList<>();
    for (Arguments part : arguments.objects("parts")) {
      String name = part.text("name");
      parts.add(new ComplexTuple.Part(name, match(part)));
    }
    String derive = arguments.text("derive");
    Map<String, String> fields = arguments.texts("fields");
    Duration timeToLive = arguments.duration("timeToLiveMs", DEFAULT_TIME_TO_LIVE);
    boolean absorb = arguments.flag("absorb", false);
    arguments.check();
    return api.setComplexTuple(parts, derive, fields, timeToLive, absorb);
  }

  private static Written removeRule(Mirroring api, Arguments arguments) {
    String name = arguments.text("name");
    arguments.check();
    return api.removeRule(name);
  }

  private static Written setAdapt(Mirroring api, Arguments arguments) {
    if (arguments.has("function")) {
      String function = arguments.text("function");
      arguments.check();
      return api.setAdapt(function);
    }
    String parameter = arguments.text("parameter");
    int percent = arguments.number("percent");
    arguments.check();
    return api.setAdapt(AdjustedParameter.of(parameter), percent);
  }

  private static Written setMonitorValues(Mirroring api, Arguments arguments) {
    String value = arguments.text("value");
    double primary = arguments.decimal("primary");
    double secondary = arguments.decimal("secondary");
    arguments.check();
    return api.setMonitorValues(value, primary, secondary);
  }

  private static Written setFunction(Mirroring api, Arguments arguments) {
    String name = arguments.text("name");
    String rules = arguments.text("rules");
    String forward = arguments.text("forward", "");
    int every = arguments.number("checkpointEvery");
    arguments.check();
    return api.setFunction(name, rules, forward, every);
  }

  private static Written setPolicy(Mirroring api, Arguments arguments) {
    String policy = arguments.text("policy");
    Long goal = arguments.milliseconds("updateDelayGoalMs");
    Long limit = arguments.milliseconds("stalenessLimitMs");
    Long hold = arguments.milliseconds("holdMs");
    arguments.check();
    return api.setPolicy(policy, goal, limit, hold);
  }

  private static Written pin(Mirroring api, Arguments arguments) {
    String function = arguments.text("function");
    arguments.check();
    return api.pin(function);
  }
}
