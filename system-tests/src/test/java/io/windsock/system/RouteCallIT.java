package io.windsock.system;

import static io.windsock.system.GatewayCluster.NUMBER;
import static io.windsock.system.GatewayCluster.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.windsock.gateway.run.Gateway;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** docs/examples/route_call.py, which docs/number-translation.md gives to switches. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RouteCallIT {
  private static final String ENTRY =
      """
      {"subscriber": "Alster Cruises", "zone": "Europe/Berlin", "charging": "REVERSE",
       "dayFrom": 8, "eveningFrom": 17, "nightFrom": 22,
       "defaultTarget": "+9991", "northDay": "+9992", "northNight": "+9993"}
      """;

  @TempDir private Path folder;

  @Test
  void shouldRouteCallsWhileOneOfTwoGatewaysIsGone() throws Exception {
    assumeTrue(python(), "python3 is not installed; Debian: apt-get install python3");
    try (GatewayCluster cluster = GatewayCluster.start(folder)) {
      cluster.mirrors("m1").gateways("g1", "g2");
      Gateway g1 = cluster.gateway(0);
      List<String> urls = List.of(g1.url(), cluster.gateway(1).url());
      assertThat(route(urls, "north", "2026-03-02T12:00")).isEqualTo("not in service");
      update(g1, "ServicePluggedIn", "{}", "c1:1");
      cluster.awaitStatus("PLUGGED_IN");
      assertThat(route(urls, "north", "2026-03-02T12:00")).isEqualTo("not in service");
      update(g1, "ServiceAdded", ENTRY, "c1:2");
      cluster.awaitStatus("ACTIVE");

      assertThat(route(urls, "north", "2026-03-02T07:00")).isEqualTo("+9992, the subscriber pays");
      assertThat(route(urls, "north", "2026-03-02T06:59")).isEqualTo("+9993, the subscriber pays");
      assertThat(route(urls, "east", "2026-03-02T12:00")).isEqualTo("+9991, the subscriber pays");
      update(g1, "RoutesPluggedIn", "{}", "c1:3");
      update(g1, "ServiceBusy", "{}", "c1:4");
      cluster.awaitStatus("BUSY");
      g1.close();
      assertThat(route(urls, "north", "2026-03-02T12:00")).isEqualTo("busy");
    }
  }

  @Test
  void shouldAskTheNextGatewayWhenOneIsKilledWhileItAnswers() throws Exception {
    assumeTrue(python(), "python3 is not installed; Debian: apt-get install python3");
    String whole = "{\"state\":{\"status\":\"BUSY\"}}";
    try (ServerSocket killed = answering(whole.length(), "{\"state\":");
        ServerSocket next = answering(whole.length(), whole)) {
      List<String> urls = List.of(url(killed), url(next));
      assertThat(route(urls, "north", "2026-03-02T12:00")).isEqualTo("busy");
    }
  }

  private static String url(ServerSocket server) {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** A server that announces a body of so many bytes for one request, and breaks off after this. */
  private static ServerSocket answering(int bytes, String body) throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + bytes + "\r\n\r\n" + body;
    Thread thread =
        new Thread(
            () -> {
              try (Socket client = server.accept()) {
                var unused = client.getInputStream().read(new byte[8 << 10]);
                client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
              } catch (IOException e) {
                // the script then says that there is no answer
              }
            },
            "answering");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  /** Returns what the script prints for a call at a time, in UTC: in Berlin it is an hour later. */
  private static String route(List<String> gateways, String region, String at)
      throws IOException, InterruptedException {
    Path script = Repository.path("docs/examples/route_call.py");
    List<String> command = new ArrayList<>(List.of("python3", script.toString()));
    command.addAll(List.of("--deadline-ms", "30000", "--at", at, NUMBER, region));
    command.addAll(gateways);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private static boolean python() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
  }
}
