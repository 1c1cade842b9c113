package io.windsock.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A relay in its process, between two plain sockets. */
@Timeout(60)
class RelayTest {
  private static final int DELAY_MS = 99;
  private static final byte[] RELAY = {127, 0, 0, 2};

  @Test
  void shouldParseWhatItPrints() {
    for (String text : List.of("none", "garbage", "slow:99")) {
      assertThat(LinkFault.parse(text)).hasToString(text);
    }
    for (String text : List.of("slow", "slow:-1", "slow:60001", "")) {
      assertThatThrownBy(() -> LinkFault.parse(text)).isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void shouldDelayAnswersAndKeepTheirOrder() throws Exception {
    try (ServerSocket site = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ChildProcess relay = relay(site.getLocalPort());
        Socket gateway = new Socket(InetAddress.getByAddress(RELAY), site.getLocalPort());
        Socket accepted = site.accept()) {
      gateway.getOutputStream().write('c');
      assertThat(accepted.getInputStream().read()).isEqualTo('c');

      tell(relay, "slow:" + DELAY_MS);
      long sentNs = System.nanoTime();
      accepted.getOutputStream().write('a');
      assertThat(gateway.getInputStream().read()).isEqualTo('a');
      assertThat((System.nanoTime() - sentNs) / 1e6).isGreaterThanOrEqualTo(DELAY_MS);

      accepted.getOutputStream().write('b');
      tell(relay, "none");
      accepted.getOutputStream().write('d');
      assertThat(gateway.getInputStream().readNBytes(2)).containsExactly('b', 'd');
    }
  }

  private static ChildProcess relay(int port) throws IOException {
    ChildProcess relay =
        ChildProcess.start(
            FaultyLink.class,
            List.of("-Xmx128m"),
            List.of("http://127.0.0.2:" + port, "http://127.0.0.1:" + port));
    relay.await("ready");
    return relay;
  }

  private static void tell(ChildProcess relay, String fault) {
    relay.tell(fault);
    assertThat(relay.await("now")).isEqualTo(fault);
  }
}
