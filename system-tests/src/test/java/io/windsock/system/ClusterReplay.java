package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.system.dashboards.Activity;
import io.windsock.system.dashboards.Expressions;
import io.windsock.system.dashboards.PrometheusApi;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The replayer of a cluster, which sends until the cluster's Prometheus has an answer to every
 * expression of the dashboards and alerts. Leaves the cluster in another mode.
 */
final class ClusterReplay {
  private final Cluster cluster;

  ClusterReplay(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts the replayer, waits for all answers, and stops it.
   *
   * @return how many events it says that the brokers have acknowledged: all that it sent
   */
  long untilEveryExpressionIsAnswered() throws Exception {
    cluster.add("replay");
    ClusterNode replay = cluster.node("replay");
    awaitAnswers();
    replay.stop();
    String printed = replay.printed();
    assertThat(number("refused", printed)).isZero();
    return number("acknowledged", printed);
  }

  private void awaitAnswers() throws Exception {
    URI prometheus = URI.create(cluster.node("prometheus").url());
    Expressions expressions = Expressions.withoutLink(new PrometheusApi(prometheus));
    expressions.awaitData("count(windsock_site_ready == 1) == 4");
    expressions.awaitData("count(windsock_gateway_ready == 1) == 2");
    expressions.awaitData("rate(windsock_topology_received_records_total[20s]) > 0");
    List<URI> sites = urls(Cluster.SITES);
    List<URI> gateways = urls(Cluster.GATEWAYS);
    URI controller = URI.create(cluster.node(cluster.activeController()).url());
    try (Activity activity = Activity.start(sites, gateways, controller)) {
      expressions.awaitAnswers(activity::read);
    }
  }

  private List<URI> urls(List<String> names) {
    return names.stream().map(name -> URI.create(cluster.node(name).url())).toList();
  }

  private static long number(String field, String printed) {
    Matcher number = Pattern.compile("\"" + field + "\" : (\\d+)").matcher(printed);
    assertThat(number.find()).as(field + " in " + printed).isTrue();
    return Long.parseLong(number.group(1));
  }
}
