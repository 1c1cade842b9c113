package io.windsock.gateway.core;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.gateway.core.answer.EarlyAnswers;
import io.windsock.gateway.core.answer.Judge;
import io.windsock.gateway.core.load.ReissueBudget;
import io.windsock.gateway.core.load.Watermark;
import io.windsock.gateway.core.member.Sites;
import io.windsock.gateway.core.route.Candidates;
import io.windsock.gateway.core.route.Routing;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Faulty cores: each replaces one part by one that is wrong in one way. */
enum Mutant {
  REISSUES_TO_THE_SAME_SITE(
      (parts, settings) -> {
        Routing right = parts.routing;
        parts.routing =
            (call, turn, gateways, sites, tried) -> right.choose(call, turn, gateways, sites, 0);
      }),

  RELAYS_DUPLICATES(
      (parts, settings) ->
          parts.pending =
              new PendingCalls(watermark(settings.keys()), watermark(settings.views())) {
                private final Map<String, Pending> answered = new HashMap<>();

                @Override
                void remove(Pending call) {
                  answered.put(call.wireId, call);
                  super.remove(call);
                }

                @Override
                @Nullable Pending get(String wireId) {
                  Pending pending = super.get(wireId);
                  return pending == null ? answered.get(wireId) : pending;
                }
              }),

  WHEEL_OFF_BY_A_ROUND(
      (parts, settings) -> {
        int queues = Wheel.queues(settings.deadlineNs(), settings.sweepNs());
        parts.wheel =
            new Wheel(settings.sweepNs(), queues, parts.createdNs) {
              @Override
              long dueSweep(long dueNs) {
                return super.dueSweep(dueNs) + queues;
              }
            };
      }),

  WATERMARK_WITHOUT_HYSTERESIS(
      (parts, settings) -> {
        Watermark keys =
            new Watermark(settings.keys().high(), settings.keys().low()) {
              @Override
              protected boolean above(boolean before, int pending, int high, int low) {
                return pending >= high;
              }
            };
        parts.pending = new PendingCalls(keys, watermark(settings.views()));
      }),

  LIMIT_NEVER_FALLS(
      (parts, settings) -> {
        Watermark keys =
            new Watermark(settings.keys().high(), settings.keys().low()) {
              @Override
              public void limitTo(int limit) {}
            };
        parts.pending = new PendingCalls(keys, watermark(settings.views()));
      }),

  BACKUP_NEVER_REISSUES(
      (parts, settings) ->
          parts.duties =
              new Duties() {
                @Override
                boolean reissues(Pending call) {
                  return call.sharing == 0;
                }
              }),

  ROLES_NOT_DECIDED_ANEW(
      (parts, settings) ->
          parts.duties =
              new Duties() {
                @Override
                void exclude(Pending call, long gateways) {}
              }),

  WAITS_FOR_AN_EXCLUDED_SITE(
      (parts, settings) ->
          parts.duties =
              new Duties() {
                @Override
                boolean needsSite(Pending call) {
                  return false;
                }
              }),

  SINCE_IGNORED(
      (parts, settings) ->
          parts.judge =
              new Judge() {
                @Override
                protected boolean isFresh(@Nullable Token at, @Nullable Token since) {
                  return true;
                }
              }),

  BUSY_NOT_RETRIED_ELSEWHERE(
      (parts, settings) ->
          parts.judge =
              new Judge() {
                @Override
                public boolean isWorthAnotherSite(Answer answer) {
                  return super.isWorthAnotherSite(answer) && answer.status() != Answer.Status.BUSY;
                }
              }),

  CANCELS_THE_WINNER(
      (parts, settings) ->
          parts.duties =
              new Duties() {
                @Override
                long losers(Pending call, int winner) {
                  return super.losers(call, winner) | (call.tried & (1L << winner));
                }
              }),

  DRAIN_IGNORED(
      (parts, settings) ->
          parts.sites =
              new Sites() {
                @Override
                protected long leaving() {
                  return 0;
                }
              }),

  PAUSE_BLAMED_ON_OTHERS(
      (parts, settings) ->
          parts.sites =
              new Sites() {
                @Override
                public void extend(long byNs, long nowNs) {}
              }),

  BUDGET_IGNORED(
      (parts, settings) ->
          parts.budget =
              new ReissueBudget(100) {
                @Override
                public boolean take() {
                  return true;
                }
              }),

  BACKUP_CHOOSES_AS_THE_PRIMARY(
      (parts, settings) -> {
        Routing right = parts.routing;
        parts.routing =
            (long call, int turn, int gateways, Candidates sites, long tried) ->
                right.choose(call, 0, gateways, sites, tried);
      }),

  ANSWERS_BEFORE_THEIR_CALLS_DROPPED(
      (parts, settings) ->
          parts.earlyAnswers =
              new EarlyAnswers(1) {
                @Override
                public @Nullable Kept claim(String id, long nowNs) {
                  return null;
                }
              }),

  REUSED_IDS_NOT_TOLD_APART(
      (parts, settings) ->
          parts.wireIds =
              new WireIds(settings.name(), 0) {
                @Override
                String of(String id, boolean lately) {
                  return id;
                }
              }),

  SITES_NOT_TOLD_OF_CANCELS(
      (parts, settings) ->
          parts.duties =
              new Duties() {
                @Override
                long cancelled(Pending call) {
                  return 0;
                }
              }),

  REISSUES_AT_THE_DEADLINE(
      (parts, settings) ->
          parts.duties =
              new Duties() {
                @Override
                long reissueNs(Pending call) {
                  return call.deadlineNs - 1;
                }
              });

  @SuppressWarnings("ImmutableEnumChecker") // none of them holds any state
  private final BiConsumer<Parts, CoreSettings> change;

  Mutant(BiConsumer<Parts, CoreSettings> change) {
    this.change = change;
  }

  private static Watermark watermark(CoreSettings.Limits limits) {
    return new Watermark(limits.high(), limits.low());
  }

  void into(Parts parts) {
    change.accept(parts, parts.settings);
  }
}
