package io.windsock.control;

import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.AdjustedParameter;
import io.windsock.control.params.Caller;
import io.windsock.control.params.Mirroring;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.params.Written;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The mirroring API of a controller: hands each call to the control loop and waits. */
final class ControllerMirroring {
  private static final long PATIENCE_MS = 30_000;

  /** Characters of a reason: what was asked for may be long. */
  private static final int MOST_REASON = 500;

  private final TaskQueue tasks;
  private final ParameterEdits edits;

  ControllerMirroring(ControllerConfig config, TaskQueue tasks) {
    this.tasks = tasks;
    edits = new ParameterEdits(config.catalogue());
  }

  /** The API for one caller. */
  Mirroring by(Caller caller) {
    return new Calls(caller);
  }

  private static Written await(CompletableFuture<Written> done) {
    try {
      return done.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new NotActiveException(
          "not written within "
              + PATIENCE_MS / 1000
              + " s; it may still be: look before trying"
              + " again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotActiveException("interrupted while waiting; it may be written all the same");
    }
  }

  private final class Calls implements Mirroring {
    private final Caller caller;

    Calls(Caller caller) {
      this.caller = caller;
    }

    private Written set(String what, UnaryOperator<Parameters> edit) {
      return change("SET", what, edit);
    }

    private Written change(String kind, String what, UnaryOperator<Parameters> edit) {
      return await(tasks.submit(new TaskQueue.Edit(asked(kind, what, edit))));
    }

    /** Checked by the control thread, on the parameters that it changes: of two one wins. */
    private Change asked(String kind, String what, UnaryOperator<Parameters> edit) {
      UnaryOperator<Parameters> ifMatching =
          before -> {
            caller.require(before.getEpoch());
            return edit.apply(before);
          };
      return Change.asked(kind, ifMatching, reason(what));
    }

    private String reason(String what) {
      String whole = caller.who() + ": " + what;
      return whole.length() <= MOST_REASON ? whole : whole.substring(0, MOST_REASON - 1) + "…";
    }

    @Override
    public Written init() {
      return anew("init()", edits::init);
    }

    @Override
    public Written init(boolean coalesce, int number, int length) {
      return anew(
          "init(%s, %d, %d)".formatted(coalesce, number, length),
          before -> edits.init(before, coalesce, number, length));
    }

    private Written anew(String what, UnaryOperator<Parameters> edit) {
      return await(tasks.submit(new TaskQueue.Anew(asked("SET", what, edit))));
    }

    @Override
    public Written mirror() {
      return set("mirror(): what rules withhold is sent", edits::mirror);
    }

    @Override
    public Written fwd() {
      return set("fwd(): a marker is written", edits::fwd);
    }

    @Override
    public Written setMirror(String function) {
      return set("set mirror " + function, before -> edits.setMirror(before, function));
    }

    @Override
    public Written setFwd(String function) {
      String shown = function.isEmpty() ? "everything" : function;
      return set("set fwd " + shown, before -> edits.setFwd(before, function));
    }

    @Override
    public Written setParams(boolean coalesce, int number, int checkpointEvery) {
      return set(
          "set params: coalesce %s up to %d, a checkpoint every %d"
              .formatted(coalesce, number, checkpointEvery),
          before -> edits.setParams(before, coalesce, number, checkpointEvery));
    }

    @Override
    public Written setOverwrite(
        String type, int length, Overwrite.@Nullable Mode mode, @Nullable Duration maxHold) {
      return set(
          "set overwrite " + type + " " + length,
          before -> edits.setOverwrite(before, type, length, mode, maxHold));
    }

    @Override
    public Written setComplexSeq(Match after, String discard, Duration until) {
      return set(
          "set complex seq: discard " + discard + " after " + after,
          before -> edits.setComplexSeq(before, after, discard, until));
    }

    @Override
    public Written setComplexTuple(
        List<ComplexTuple.Part> parts,
        String derive,
        Map<String, String> fields,
        Duration timeToLive,
        boolean absorb) {
      return set(
          "set complex tuple: " + derive + " of " + parts,
          before -> edits.setComplexTuple(before, parts, derive, fields, timeToLive, absorb));
    }

    @Override
    public Written removeRule(String name) {
      return set("remove rule " + name, before -> edits.removeRule(before, name));
    }

    @Override
    public Written setAdapt(AdjustedParameter parameter, int percent) {
      return set(
          "set adapt " + parameter.text() + " by " + percent + " %",
          before -> edits.setAdapt(before, parameter, percent));
    }

    @Override
    public Written setAdapt(String function) {
      return set("set adapt: install " + function, before -> edits.setAdapt(before, function));
    }

    @Override
    public Written setMonitorValues(String value, double primary, double secondary) {
      return set(
          "set monitor values of " + value + ": primary " + primary + ", secondary " + secondary,
          before -> edits.setMonitorValues(before, value, primary, secondary));
    }

    @Override
    public Written setFunction(String name, String rules, String forward, int checkpointEvery) {
      return set(
          "set function " + name,
          before -> edits.setFunction(before, name, rules, forward, checkpointEvery));
    }

    @Override
    public Written setPolicy(
        String policy,
        @Nullable Long updateDelayGoalMs,
        @Nullable Long stalenessLimitMs,
        @Nullable Long holdMs) {
      return set(
          "set policy " + policy,
          before -> edits.setPolicy(before, policy, updateDelayGoalMs, stalenessLimitMs, holdMs));
    }

    @Override
    public Written pin(String function) {
      return change("PIN", "pin " + function, before -> edits.pin(before, function));
    }

    @Override
    public Written release() {
      return change("RELEASE", "release: the policy decides", edits::release);
    }
  }
}
