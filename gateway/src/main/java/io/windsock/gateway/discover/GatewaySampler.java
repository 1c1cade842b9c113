package io.windsock.gateway.discover;

import io.windsock.contracts.query.Question.Kind;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.core.stats.Reissue;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.telemetry.SampleSource;
import java.util.function.Supplier;

/** Creates samples of a running gateway. Owned by the sampling thread. */
public final class GatewaySampler implements SampleSource {
  private static final double MS_PER_SECOND = 1000;

  private final Incarnation self;
  private final String url;
  private final String linkUrl;
  private final Supplier<GatewayStatus> status;
  private long calls;
  private long lastMs;

  /**
   * Creates a sampler.
   *
   * @param url the URL at which others reach the gateway
   * @param linkUrl the URL at which others reach its links
   * @param status the state; any thread may read it
   */
  public GatewaySampler(
      Incarnation self, String url, String linkUrl, Supplier<GatewayStatus> status, long nowMs) {
    this.self = self;
    this.url = url;
    this.linkUrl = linkUrl;
    this.status = status;
    lastMs = nowMs;
  }

  @Override
  public GatewaySample sample(long nowMs) {
    GatewayStatus now = status.get();
    GatewayStats stats = now.stats();
    double seconds = (nowMs - lastMs) / MS_PER_SECOND;
    GatewaySample sample =
        GatewaySample.newBuilder()
            .setGateway(now.name())
            .setIncarnation(self.id())
            .setBorn(self.born())
            .setUrl(url)
            .setLinkUrl(linkUrl)
            .setAtMs(nowMs)
            .setPhase(now.phase().name())
            .setPendingKeys(stats.pending().getOrDefault(Kind.KEY, 0))
            .setPendingViews(stats.pending().getOrDefault(Kind.VIEW, 0))
            .setCallsPerSecond(seconds > 0 ? (stats.calls() - calls) / seconds : 0)
            .setCalls(stats.calls())
            .setInTime(stats.inTime())
            .setMissed(stats.late() + stats.refused())
            .setBusy(stats.allShed())
            .setReissued(stats.allReissued())
            .setReissuedEarly(stats.reissued().getOrDefault(Reissue.EARLY, 0L))
            .setSitesAlive(stats.sites())
            .setSitesOpen(stats.openSites())
            .setGatewaysAlive(stats.gateways())
            .setDrained(now.drained())
            .setDuplicates(stats.duplicates())
            .setShedKeys(stats.shed().getOrDefault(Kind.KEY, 0L))
            .setShedViews(stats.shed().getOrDefault(Kind.VIEW, 0L))
            .setSentCalls(now.sent().calls())
            .setSentBatches(now.sent().batches())
            .setExcluded(stats.excluded())
            .setLastDetectionMs(stats.lastDetectionMs())
            .build();
    calls = stats.calls();
    lastMs = nowMs;
    return sample;
  }
}
