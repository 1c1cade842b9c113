package io.windsock.site.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.platform.http.ConnectionBounds;
import io.windsock.platform.link.LinkBounds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerConfigTest {
  @Test
  void shouldListenOnTheLoopbackAddressOnlyIfToldSo() {
    assertThat(ServerConfig.at("127.0.0.1", 0).host()).isEqualTo("127.0.0.1");
  }

  @Test
  void shouldWaitLongEnoughForTheSlowestClientThatTheDocumentsPromiseToServe() {
    ServerConfig shipped = ServerConfig.at("127.0.0.1", 0);

    assertThat(ConnectionBounds.slowestBytesPerSecond(shipped.connections().stall()))
        .as("bytes a second of a plain answer")
        .isEqualTo(4 << 10);
    assertThat(ConnectionBounds.slowestBytesPerSecond(shipped.streams().stall()))
        .as("bytes a second of a stream, or of a view sent page by page")
        .isEqualTo(8 << 10);
  }

  @Test
  void shouldNameEveryFault() {
    ServerConfig.Streams streams =
        new ServerConfig.Streams(
            0,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            10,
            5,
            Duration.ZERO,
            1,
            0);
    ServerConfig.Calls calls =
        new ServerConfig.Calls(
            -1,
            new ServerConfig.Watermarks(10, 9),
            new ServerConfig.Watermarks(10, 10),
            0,
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            LinkBounds.standard());

    assertThatThrownBy(
            () ->
                new ServerConfig(
                    " ",
                    70_000,
                    List.of("http://windsock.example"),
                    ConnectionBounds.standard(),
                    ServerConfig.Views.standard(),
                    streams,
                    calls))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.faults())
                    .extracting(Fault::place)
                    .containsExactly(
                        "http.host",
                        "http.port",
                        "http.allowedHosts",
                        "http.streams.maxClients",
                        "http.streams.heartbeat",
                        "http.streams.hardBytes",
                        "http.streams.stall",
                        "http.streams.partBytes",
                        "http.calls.port",
                        "http.calls.views.low",
                        "http.calls.threads"));
  }
}
