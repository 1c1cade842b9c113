package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DemoPortsTest {
  @Test
  void shouldKeepTheControllerOffTheSitesPortsWhereTheUsualOnesAreTaken() throws IOException {
    DemoOptions demo = CommandLine.populateCommand(new DemoOptions());
    try (ServerSocket site = new ServerSocket();
        ServerSocket controller = new ServerSocket()) {
      take(site, 8080);
      take(controller, 8090);

      DemoPorts ports = DemoPorts.find(demo);

      assertThat(ports.controller())
          .as("controller beside %d sites from %d on", demo.sites, ports.sites())
          .isNotIn(ports.sites(), ports.sites() + 1, ports.sites() + demo.sites - 1);
    }
  }

  @Test
  void shouldMoveGatewaysWhereAPortOfTheirLinksIsTaken() throws IOException {
    try (ServerSocket link = new ServerSocket()) {
      take(link, 9071);
      DemoOptions demo = options("--gateways", "2");

      DemoPorts ports = DemoPorts.find(demo);

      assertThat(ports.gateways()).isGreaterThanOrEqualTo(8670);
      assertThat(DemoPorts.free(DemoPorts.link(ports.gateways() + 1))).isTrue();
      assertThat(ports.moved(demo)).anyMatch(line -> line.contains("at " + ports.gateways()));
    }
  }

  /**
   * From the first of free ports: the sites at 0 to 2, the controller at 10, the broker at 1020.
   */
  @ParameterizedTest
  @CsvSource({"1, 1", "9, 10", "19, 1020"})
  void shouldRefuseGatewaysAtPortsOfOtherParts(int gateways, int clash) {
    int first = freeRun();
    DemoOptions demo =
        options(
            "--gateways=2",
            "--port=" + first,
            "--controller-port=" + (first + 10),
            "--broker-port=" + (first + 1020),
            "--gateway-port=" + (first + gateways));
    assertThatThrownBy(() -> DemoPorts.find(demo))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("--gateway-port " + (first + gateways))
        .hasMessageContaining("needs port " + (first + clash));
  }

  /** Above those that {@link io.windsock.cli.FreePorts} gives, below those that systems give. */
  private static int freeRun() {
    return IntStream.iterate(30_000, first -> first < 31_700, first -> first + 50)
        .filter(first -> allFree(first) && allFree(first + 1_000))
        .findFirst()
        .orElseThrow();
  }

  private static boolean allFree(int first) {
    return IntStream.rangeClosed(first, first + 20).allMatch(DemoPorts::free);
  }

  @Test
  void shouldNameAPortOfAGatewayThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = taken.getLocalPort();
      DemoOptions demo = options("--gateways=1", "--gateway-port=" + (port - 1_000));
      assertThatThrownBy(() -> DemoPorts.find(demo))
          .hasMessageContaining("port " + port)
          .hasMessageContaining("--gateway-port");
    }
  }

  private static DemoOptions options(String... args) {
    return CommandLine.populateCommand(new DemoOptions(), args);
  }

  /** Takes a port, unless another process has it already. */
  private static void take(ServerSocket socket, int port) throws IOException {
    if (DemoPorts.free(port)) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }
  }
}
