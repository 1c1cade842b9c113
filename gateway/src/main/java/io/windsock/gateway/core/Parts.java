package io.windsock.gateway.core;

import io.windsock.gateway.core.answer.EarlyAnswers;
import io.windsock.gateway.core.answer.Judge;
import io.windsock.gateway.core.load.ReissueBudget;
import io.windsock.gateway.core.load.Watermark;
import io.windsock.gateway.core.member.Sites;
import io.windsock.gateway.core.route.LoadAwareRouting;
import io.windsock.gateway.core.route.Routing;
import io.windsock.gateway.core.route.UniformRouting;

/** The parts of a core. A test may replace a part before the core is created. */
final class Parts {
  final CoreSettings settings;
  final long createdNs;
  Routing routing;
  Sites sites = new Sites();
  Wheel wheel;
  PendingCalls pending;
  ReissueBudget budget;
  EarlyAnswers earlyAnswers;
  Duties duties = new Duties();
  Judge judge = new Judge();
  WireIds wireIds;

  Parts(CoreSettings settings, long nowNs) {
    this.settings = settings;
    createdNs = nowNs;
    routing =
        settings.routing() == CoreSettings.RoutingPolicy.UNIFORM
            ? new UniformRouting()
            : new LoadAwareRouting();
    wheel =
        new Wheel(
            settings.sweepNs(), Wheel.queues(settings.deadlineNs(), settings.sweepNs()), nowNs);
    pending = new PendingCalls(watermark(settings.keys()), watermark(settings.views()));
    budget = new ReissueBudget(settings.earlyPercent());
    earlyAnswers = new EarlyAnswers(settings.deadlineNs());
    wireIds = new WireIds(settings.name(), nowNs);
  }

  private static Watermark watermark(CoreSettings.Limits limits) {
    return new Watermark(limits.high(), limits.low());
  }
}
