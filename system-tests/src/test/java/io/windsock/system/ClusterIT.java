package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.system.dashboards.Activity;
import io.windsock.system.dashboards.Expressions;
import io.windsock.system.dashboards.PrometheusApi;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The cluster of {@code docker/compose.yaml} with its profile {@code replay}, without faults: what
 * the replayer sends reaches all mirrors, and its Prometheus answers every dashboard.
 */
@Tag("alone")
class ClusterIT {
  private static final int CLIENTS = 30;

  @BeforeAll
  static void needsAnEngine() {
    Engine.assumePresent();
  }

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void shouldCarryAReplayToAllMirrorsAndShowIt() throws Exception {
    try (Cluster cluster = Cluster.start(Path.of("target", "cluster"), "replay");
        FollowingClients clients = new FollowingClients(cluster.mirrorUrls(), CLIENTS)) {
      assertEveryExpressionAnswered(cluster);
      ClusterNode replay = cluster.node("replay");
      replay.stop();
      new ClusterOutcome(cluster).assertNothingLost(acknowledged(replay.printed()));
      clients.assertRows();
      clients.assertFaultless();
    }
  }

  private static void assertEveryExpressionAnswered(Cluster cluster) throws Exception {
    URI prometheus = URI.create(cluster.node("prometheus").url());
    Expressions expressions = Expressions.withoutLink(new PrometheusApi(prometheus));
    expressions.awaitData("count(windsock_site_ready == 1) == 4");
    expressions.awaitData("count(windsock_gateway_ready == 1) == 2");
    expressions.awaitData("rate(windsock_topology_received_records_total[20s]) > 0");
    List<URI> sites = urls(cluster, Cluster.SITES);
    List<URI> gateways = urls(cluster, Cluster.GATEWAYS);
    URI controller = URI.create(cluster.node(cluster.activeController()).url());
    try (Activity activity = Activity.start(sites, gateways, controller)) {
      expressions.awaitAnswers(activity::read);
    }
  }

  private static List<URI> urls(Cluster cluster, List<String> names) {
    return names.stream().map(name -> URI.create(cluster.node(name).url())).toList();
  }

  /** How many events the replayer says that the brokers have acknowledged. */
  private static long acknowledged(String printed) {
    assertThat(number("refused", printed)).isZero();
    return number("acknowledged", printed);
  }

  private static long number(String field, String printed) {
    Matcher number = Pattern.compile("\"" + field + "\" : (\\d+)").matcher(printed);
    assertThat(number.find()).as(field + " in " + printed).isTrue();
    return Long.parseLong(number.group(1));
  }
}
