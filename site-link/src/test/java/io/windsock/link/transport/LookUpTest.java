package io.windsock.link.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.windsock.link.stage.KeyRing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A receiver that was started again may have another address. */
@Timeout(600)
class LookUpTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME = "receiver.test";
  private static final String FORMER = "127.0.0.2";
  private static final String NOW = "127.0.0.1";
  private static final Open OPEN =
      Open.of(KeyRing.NONE, "main", List.of(new SourceTopic("a", Uuid.randomUuid(), 4)), false);
  private static final Opened OPENED = new Opened(7, 41, Map.of());

  private interface Move {
    void run() throws Exception;
  }

  @Test
  void shouldFollowANameServer() throws Exception {
    try (NameServer names = new NameServer(FORMER)) {
      AddressResolverOptions options =
          FrameClient.lookUp().addServer(names.hostAndPort()).setSearchDomains(List.of());

      assertFollowed(options, () -> names.set(NOW));
    }
  }

  @Test
  void shouldFollowTheHostsFile(@TempDir Path folder) throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts"), FORMER + " " + NAME + "\n");
    AddressResolverOptions options = FrameClient.lookUp().setHostsPath(hosts.toString());

    assertFollowed(options, () -> Files.writeString(hosts, NOW + " " + NAME + "\n"));
  }

  @Test
  void shouldSayThatANameHasNoAddress() throws Exception {
    try (NameServer names = new NameServer(null)) {
      Vertx vertx =
          vertx(FrameClient.lookUp().addServer(names.hostAndPort()).setSearchDomains(List.of()));
      try (FrameClient client = new FrameClient(vertx, NAME, 9600, null)) {
        assertThatThrownBy(() -> client.open(OPEN, PATIENCE))
            .isInstanceOfSatisfying(LostException.class, e -> assertThat(e.permanent()).isFalse())
            .hasMessage(NAME + ":9600: can't connect: this name has no address here");
      } finally {
        close(vertx);
      }
    }
  }

  private static Vertx vertx(AddressResolverOptions options) {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(1)
            .setAddressResolverOptions(options));
  }

  private static void close(Vertx vertx) throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private static void assertFollowed(AddressResolverOptions options, Move move) throws Exception {
    Vertx vertx = vertx(options);
    try (FrameServer server = FrameServer.start(vertx, NOW, 0, null, new Opens());
        FrameClient client = new FrameClient(vertx, NAME, server.port(), null)) {
      assertThatThrownBy(() -> client.open(OPEN, PATIENCE)).isInstanceOf(LostException.class);
      move.run();
      await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> assertOpens(client));
    } finally {
      close(vertx);
    }
  }

  private static void assertOpens(FrameClient client) throws Exception {
    try (FrameSession session = client.open(OPEN, PATIENCE)) {
      assertThat(session.opened()).isEqualTo(OPENED);
    }
  }

  /** Opens every session. */
  private static final class Opens implements FrameHandler {
    @Override
    public void open(FrameStream stream, Open open) {
      stream.send(OPENED);
    }

    @Override
    public void frame(FrameStream stream, Frame frame) {}

    @Override
    public void closed(FrameStream stream) {}
  }
}
