package io.windsock.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a cluster is waited for. */
@Timeout(180)
class FirstAnswerTest {
  private static final long LONG_MS = 600_000;

  private static ServerSocket listening() throws Exception {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  /** One that nobody can take meanwhile, as systems give it to nobody who asks for any. */
  private static final String CLOSED = "127.0.0.1:9";

  @Test
  void shouldWaitOnForABrokerThatTakesConnections() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    try (ServerSocket broker = listening()) {
      Thread accepts = new Thread(() -> acceptThenAnswer(broker, answer));
      accepts.start();
      String servers = CLOSED + ", PLAINTEXT://[127.0.0.1]:" + broker.getLocalPort();

      assertThat(new FirstAnswer(servers, 50, LONG_MS).await(answer)).isEqualTo("the cluster");

      accepts.join();
    }
  }

  /** Nobody connects before the first wait is over, so the answer comes after it. */
  private static void acceptThenAnswer(ServerSocket broker, CompletableFuture<String> answer) {
    try {
      broker.accept().close();
      answer.complete("the cluster");
    } catch (IOException e) {
      answer.completeExceptionally(e);
    }
  }

  @Test
  void shouldNotWaitLongWhereNobodyTakesAConnection() throws Exception {
    FirstAnswer first = new FirstAnswer(CLOSED, 50, LONG_MS);
    assertThatThrownBy(() -> first.await(new CompletableFuture<>()))
        .isInstanceOf(TimeoutException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:x", "localhost:99999", "[:1", ":", ""})
  void shouldNotWaitLongForWhatIsNoAddress(String servers) {
    FirstAnswer first = new FirstAnswer(servers, 50, LONG_MS);
    assertThatThrownBy(() -> first.await(new CompletableFuture<>()))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void shouldGiveUpInTheEnd() throws Exception {
    try (ServerSocket silent = listening()) {
      FirstAnswer first = new FirstAnswer("127.0.0.1:" + silent.getLocalPort(), 50, 200);
      assertThatThrownBy(() -> first.await(new CompletableFuture<>()))
          .isInstanceOf(TimeoutException.class);
    }
  }
}
