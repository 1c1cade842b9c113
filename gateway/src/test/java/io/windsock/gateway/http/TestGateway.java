package io.windsock.gateway.http;

import io.windsock.contracts.query.Question.Kind;
import io.windsock.gateway.GatewayPhase;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.member.SiteState;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.core.stats.Reissue;
import io.windsock.gateway.http.pass.PassBounds;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.gateway.update.Updates;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.testing.RawHttp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A gateway's HTTP server over {@link MemoryCalls} and the sites of a test. */
public final class TestGateway implements AutoCloseable {
  /** So long that no pause of the machine makes a site fail. */
  public static final PassBounds LONG =
      PassBounds.standard()
          .withRequests(100, 64, Duration.ofMinutes(1))
          .withSites(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1));

  /** For tests of silence: short, and longer than a busy machine may stand still. */
  public static final PassBounds SHORT =
      PassBounds.standard()
          .withRequests(100, 64, Duration.ofMinutes(1))
          .withSites(Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ofSeconds(5));

  private final Metrics metrics = new Metrics();
  private final CopyOnWriteArrayList<SiteAddress> sites = new CopyOnWriteArrayList<>();
  final MemoryCalls calls = new MemoryCalls();
  volatile boolean ready = true;
  private final GatewayHttp http;

  /** Starts a gateway that knows these sites. */
  public TestGateway(PassBounds pass, SiteAddress... known) {
    this(pass, null, known);
  }

  /** Starts a gateway that takes updates. */
  public TestGateway(PassBounds pass, @Nullable Updates updates, SiteAddress... known) {
    sites.addAll(List.of(known));
    http =
        GatewayHttp.start(
            new GatewayHttpConfig(HttpConfig.at("127.0.0.1", 0), "", 100, pass),
            new GatewayParts(
                "g1",
                calls,
                () -> sites,
                this::status,
                () -> List.of("http://other.example:8070"),
                updates),
            metrics);
  }

  private GatewayStatus status() {
    GatewayStats stats =
        new GatewayStats(
            9,
            3,
            0,
            1,
            0,
            0,
            Map.of(Kind.VIEW, 5L),
            Map.of(Reissue.HALF, 2L),
            0,
            0,
            0,
            0,
            Map.of(Kind.KEY, 1),
            Map.of(Kind.KEY, 10_000),
            Map.of(Kind.KEY, 1.5),
            1,
            1,
            2,
            0,
            0,
            0,
            0);
    SiteState m1 = new SiteState("m1", true, true, true, false, false, 2);
    return new GatewayStatus(
        "g1",
        "run-1",
        ready ? GatewayPhase.READY : GatewayPhase.STARTING,
        ready ? "1 site" : "no site is ready",
        stats,
        new GatewayStatus.Sent(10, 4),
        List.of(new GatewayStatus.Site("http://m1:1", "http://m1:2", m1, 3, 4)),
        List.of(
            new GatewayStatus.Peer("g2", "http://g2:1", "http://g2:2", true, true, false, 0, 0)));
  }

  /** Replaces the sites. */
  public void sites(SiteAddress... known) {
    sites.clear();
    sites.addAll(List.of(known));
  }

  /** Its port. */
  public int port() {
    return http.port();
  }

  /** Its base URL. */
  public String url() {
    return http.url();
  }

  /** The requests that it passes through now. */
  public int streams() {
    return http.streams();
  }

  /** Those of them that wait for their turn. */
  public int waiting() {
    return http.waiting();
  }

  /** The bytes of long answers to queries that clients have not read yet. */
  long unreadBytes() {
    return http.unreadBytes();
  }

  /** Gets a target on a connection of its own. */
  public RawHttp.Answer get(String target, String... headers) {
    return RawHttp.get(port(), target, headers);
  }

  @Override
  public void close() {
    http.close();
    calls.close();
    metrics.close();
  }
}
