package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.system.Tool;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes a process of every role, and has an answer to every expression of every
 * dashboard and alert, or there is a reason why it has none.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DashboardsIT {
  @TempDir private Path folder = Path.of("");

  @Test
  void shouldHaveAnAnswerToEveryExpression() throws Exception {
    Tool program = Tool.orSkip("prometheus", "prometheus");
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        EmbeddedBroker remote = EmbeddedBroker.start(Options.temporary());
        Roles roles = Roles.start(folder, broker.bootstrapServers(), remote.bootstrapServers());
        Prometheus prometheus = Prometheus.start(program, folder, roles.ports())) {
      Expressions expressions = new Expressions(prometheus.api());
      expressions.awaitData("windsock_controller_active == 1");
      expressions.awaitData("count(windsock_site_ready == 1) == 3");
      expressions.awaitData("rate(windsock_topology_received_records_total[20s]) > 0");
      expressions.awaitData("count(windsock_gateway_ready == 1) == 2");
      expressions.awaitData("rate(windsock_link_records_total[20s]) > 0");
      try (Activity activity =
          Activity.start(roles.sites(), roles.gateways(), roles.controller())) {
        expressions.awaitAnswers(
            () -> {
              assertThat(roles.allAlive()).as("no role has ended").isTrue();
              activity.read();
            });
      }
    }
  }
}
