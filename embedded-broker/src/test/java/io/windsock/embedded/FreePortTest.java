package io.windsock.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FreePortTest {
  private static final int MANY = 200;
  private static final int ALL = 2_500;

  /** The least port that Linux gives to whoever asks for any. */
  private static final int FIRST_OF_SYSTEM = 32_768;

  @Test
  void shouldReturnNoPortThatSystemsGiveAndNoneTwice() {
    Set<Integer> ports = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      ports.add(FreePort.any());
    }

    assertThat(ports).hasSize(MANY).allMatch(port -> port > 1_023 && port < FIRST_OF_SYSTEM);
  }

  @Test
  void shouldLeaveOutAPortThatIsTaken() throws Exception {
    int port = FreePort.any();
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < ALL; i++) { // comes round to it again
        assertThat(FreePort.any()).isNotEqualTo(taken.getLocalPort());
      }
    }
  }

  @Test
  void shouldWaitUntilNobodyListens() throws Exception {
    int port = FreePort.any();
    ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    CompletableFuture<Void> free = CompletableFuture.runAsync(() -> FreePort.awaitFree(port));
    assertThatThrownBy(() -> free.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);

    taken.close();

    assertThat(free).succeedsWithin(Duration.ofSeconds(10));
  }
}
