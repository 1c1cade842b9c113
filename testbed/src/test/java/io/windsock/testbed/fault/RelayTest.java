package io.windsock.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A relay in its process, between two plain sockets. */
@Timeout(60)
class RelayTest {
  private static final int DELAY_MS = 99;
  private static final byte[] RELAY = {127, 0, 0, 2};

  @Test
  void shouldParseWhatItPrints() {
    for (String text : List.of("none", "garbage", "slow:99", "line:20:10000", "line:500:0")) {
      assertThat(LinkFault.parse(text)).hasToString(text);
    }
    for (String text :
        List.of("slow", "slow:-1", "slow:60001", "line:20", "line:-1:5", "line:9:x", "")) {
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

  @Test
  void shouldDelayBothDirectionsOfALine() throws Exception {
    try (ServerSocket site = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ChildProcess relay = relay(site.getLocalPort());
        Socket sender = new Socket(InetAddress.getByAddress(RELAY), site.getLocalPort());
        Socket accepted = site.accept()) {
      tell(relay, "line:120:0");
      long sentNs = System.nanoTime();
      sender.getOutputStream().write('a');
      assertThat(accepted.getInputStream().read()).isEqualTo('a');
      assertThat((System.nanoTime() - sentNs) / 1e6).isGreaterThanOrEqualTo(60);
      accepted.getOutputStream().write('b');
      assertThat(sender.getInputStream().read()).isEqualTo('b');
      assertThat((System.nanoTime() - sentNs) / 1e6).isGreaterThanOrEqualTo(120);
    }
  }

  @Test
  void shouldSendNoFasterThanTheLine() throws Exception {
    byte[] sent = new byte[250_000];
    new Random(1).nextBytes(sent);
    try (ServerSocket site = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ChildProcess relay = relay(site.getLocalPort());
        Socket sender = new Socket(InetAddress.getByAddress(RELAY), site.getLocalPort());
        Socket accepted = site.accept()) {
      tell(relay, "line:0:10000");
      long sentNs = System.nanoTime();
      sender.getOutputStream().write(sent);
      byte[] first = accepted.getInputStream().readNBytes(sent.length / 2);
      double halfMs = (System.nanoTime() - sentNs) / 1e6;
      byte[] second = accepted.getInputStream().readNBytes(sent.length / 2);
      double allMs = (System.nanoTime() - sentNs) / 1e6;

      assertThat(first).isEqualTo(Arrays.copyOf(sent, sent.length / 2));
      assertThat(second).isEqualTo(Arrays.copyOfRange(sent, sent.length / 2, sent.length));
      assertThat(halfMs).isGreaterThanOrEqualTo(100);
      assertThat(allMs).isGreaterThanOrEqualTo(200);
    }
  }

  @Test
  void shouldBoundWhatIsOnTheWayByTheLine() {
    PathCondition line = LinkFault.line(20, 10_000).toServer();

    assertThat(line.leavingNs(1_250)).isEqualTo(1_000_000);
    assertThat(line.maxHeldBytes()).isEqualTo((256 << 10) + 12_500);
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
