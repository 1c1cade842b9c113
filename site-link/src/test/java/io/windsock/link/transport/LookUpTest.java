package io.windsock.link.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionSeed;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.testing.NameServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver that was started again may have another address. */
@Timeout(600)
class LookUpTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME = "receiver.test";
  private static final String FORMER = "127.0.0.2";
  private static final String NOW = "127.0.0.1";
  private static final Opening OPEN =
      new Opening(KeyRing.NONE, "main", List.of(new SourceTopic("a", Uuid.randomUuid(), 4)), 0);
  private static final Opened OPENED = new Opened(7, 41, Map.of());

  @Test
  void shouldFollowTheReceiver() throws Exception {
    try (NameServer names = new NameServer(FORMER)) {
      Vertx vertx = Vertx.vertx(names.askedBy(EventLoops.options(1)));
      try (FrameServer server = FrameServer.start(vertx, NOW, 0, null, new Opens());
          FrameClient client = new FrameClient(vertx, NAME, server.port(), null)) {
        assertThatThrownBy(() -> client.open(OPEN, PATIENCE)).isInstanceOf(LostException.class);
        names.set(NOW);
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> assertOpens(client));
      } finally {
        close(vertx);
      }
    }
  }

  @Test
  void shouldSayThatANameHasNoAddress() throws Exception {
    try (NameServer names = new NameServer(null)) {
      Vertx vertx = Vertx.vertx(names.askedBy(EventLoops.options(1)));
      try (FrameClient client = new FrameClient(vertx, NAME, 9600, null)) {
        assertThatThrownBy(() -> client.open(OPEN, PATIENCE))
            .isInstanceOfSatisfying(LostException.class, e -> assertThat(e.permanent()).isFalse())
            .hasMessage(NAME + ":9600: can't connect: this name has no address here");
      } finally {
        close(vertx);
      }
    }
  }

  private static void assertOpens(FrameClient client) throws Exception {
    try (FrameSession session = client.open(OPEN, PATIENCE)) {
      assertThat(session.opened()).isEqualTo(OPENED);
    }
  }

  private static void close(Vertx vertx) throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  /** Opens every session. */
  private static final class Opens implements FrameHandler {
    @Override
    public void open(FrameStream stream, Open open) {
      SessionSeed seed = new SessionSeed(open.link(), stream.challenge(), open.salt());
      stream.send(OPENED, SessionProof.of(KeyRing.NONE, seed));
    }

    @Override
    public void frame(FrameStream stream, Frame frame) {}

    @Override
    public void closed(FrameStream stream) {}
  }
}
