package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
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

  /** Takes a port, unless another process has it already. */
  private static void take(ServerSocket socket, int port) throws IOException {
    if (DemoPorts.free(port)) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }
  }
}
