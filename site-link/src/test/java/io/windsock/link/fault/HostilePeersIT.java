package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.run.Line;
import io.windsock.link.run.Sites;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionSeed;
import io.windsock.link.transport.Ack;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.FrameClient;
import io.windsock.link.transport.FrameHandler;
import io.windsock.link.transport.FrameServer;
import io.windsock.link.transport.FrameSession;
import io.windsock.link.transport.FrameStream;
import io.windsock.link.transport.LostException;
import io.windsock.link.transport.Open;
import io.windsock.link.transport.Opened;
import io.windsock.link.transport.Opening;
import io.windsock.link.transport.Reply;
import io.windsock.link.transport.SourceTopic;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that do not keep to the protocol: each is cut off, and others are served meanwhile. */
@Timeout(600)
class HostilePeersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SILENT = 400;
  private static final int STREAMS = 16;
  private static final int UNREAD = 5_000;
  private static final int PART_BYTES = 24 << 20;
  private static final int PARTS = 20;
  private static final int HEAP_MEBIBYTES = 384;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setWorkerPoolSize(1));
  private final Replies replies = new Replies();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  /** Opens every session and replies to every frame. */
  private static final class Replies implements FrameHandler {
    final Set<FrameStream> open = ConcurrentHashMap.newKeySet();

    @Override
    public void open(FrameStream stream, Open what) {
      open.add(stream);
      SessionSeed seed = new SessionSeed(what.link(), stream.challenge(), what.salt());
      stream.send(new Opened(1, 0, Map.of()), SessionProof.of(KeyRing.NONE, seed));
    }

    @Override
    public void frame(FrameStream stream, Frame frame) {
      stream.send(new Ack(frame.header().batch(), 1, 2, 3, 4, 0, 1, 1), new byte[0]);
    }

    @Override
    public void closed(FrameStream stream) {
      open.remove(stream);
    }
  }

  private static final List<SourceTopic> TOPICS =
      List.of(new SourceTopic("a", Uuid.randomUuid(), 1));

  private static Opening opening(KeyRing keys) {
    return new Opening(keys, "main", TOPICS, 0);
  }

  private static Frame frame(int epoch, long number, int part, int parts, byte[] payload) {
    FrameHeader header =
        new FrameHeader(epoch, part, number, part, parts, Codec.PLAIN, payload.length, "k1");
    return new Frame(header, header.encode(), payload);
  }

  private void assertServed(int port) throws Exception {
    try (FrameClient client = new FrameClient(vertx, "127.0.0.1", port, null);
        FrameSession session = client.open(opening(KeyRing.NONE), PATIENCE)) {
      session.send(frame(1, 7, 0, 1, new byte[10]));
      assertThat(session.poll(60_000))
          .extracting(Reply::ack)
          .isEqualTo(new Ack(7, 1, 2, 3, 4, 0, 1, 1));
    }
  }

  @Test
  void shouldServeOthersWhileConnectionsNeverSpeak() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (FrameServer server = FrameServer.start(vertx, "127.0.0.1", 0, null, replies)) {
      for (int i = 0; i < SILENT; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
      }
      assertServed(server.port());
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  /** All streams that the receiver has are taken by them; the first ones have to leave. */
  @Test
  void shouldEndStreamsThatOpenNoSession() throws Exception {
    try (FrameServer server = FrameServer.start(vertx, "127.0.0.1", 0, null, replies);
        RawSender mute = new RawSender(vertx, server.port(), RawSender.WINDOW_BYTES);
        FrameClient client = new FrameClient(vertx, "127.0.0.1", server.port(), null)) {
      for (int i = 0; i < STREAMS; i++) {
        mute.stream();
      }
      assertThatThrownBy(() -> client.open(opening(KeyRing.NONE), PATIENCE))
          .isInstanceOf(LostException.class)
          .hasMessageContaining("16 streams are open")
          .hasMessageContaining("start another one for further links");

      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(500))
          .ignoreException(LostException.class)
          .untilAsserted(() -> assertServed(server.port()));
    }
  }

  /** Nobody who has shown no key makes the receiver keep a long message. */
  @Test
  void shouldEndAStreamThatSendsMuchBeforeItOpensASession() throws Exception {
    try (FrameServer server = FrameServer.start(vertx, "127.0.0.1", 0, null, replies);
        RawSender chatty = new RawSender(vertx, server.port(), RawSender.WINDOW_BYTES)) {
      RawSender.Stream stream = chatty.stream();
      stream.send(frame(1, 1, 0, 1, new byte[1 << 20]));

      assertThat(stream.awaitEnd()).contains("more than 524288 bytes before the session");
      assertServed(server.port());
    }
  }

  @Test
  void shouldEndAStreamWhoseSenderReadsNothing() throws Exception {
    try (FrameServer server = FrameServer.start(vertx, "127.0.0.1", 0, null, replies);
        RawSender deaf = new RawSender(vertx, server.port(), 1)) {
      RawSender.Stream stream = deaf.stream();
      SessionSeed seed = new SessionSeed("main", SessionSeed.random(), SessionSeed.random());
      stream.send(Open.of(SessionProof.of(KeyRing.NONE, seed), TOPICS, 0));
      await().atMost(PATIENCE).until(() -> !replies.open.isEmpty());
      for (int i = 0; i < UNREAD; i++) {
        stream.send(frame(1, i, 0, 1, new byte[10]));
      }
      await().atMost(PATIENCE).until(replies.open::isEmpty);
      assertServed(server.port());
    }
  }

  /** The receiver's memory would not hold the batch that these parts are of. */
  @Test
  void shouldRefuseABatchThatIsTooBigForAnyoneToSend() throws Exception {
    try (EmbeddedBroker target = EmbeddedBroker.start(Options.temporary());
        ChildJvm receiver =
            ChildJvm.launch(
                HEAP_MEBIBYTES,
                ReceiverMain.class,
                target.bootstrapServers(),
                PipelineKind.SERIAL.name(),
                "false");
        Line line = new Line(Integer.parseInt(receiver.awaitReady()));
        FrameClient client = new FrameClient(vertx, "127.0.0.1", line.port(), null)) {
      Opening open = opening(Sites.keys("k1", 1));
      try (FrameSession session = client.open(open, PATIENCE)) {
        assertThatThrownBy(() -> sendParts(session, line))
            .isInstanceOf(LostException.class)
            .hasMessageContaining("its batch has more than 134217728 bytes");
      }
      try (FrameSession next = client.open(open, PATIENCE)) {
        assertThat(next.opened().batch()).isZero();
      }
      assertThat(receiver.tail()).doesNotContain("OutOfMemoryError");
    }
  }

  /** Sends each part when the one before has passed, so that this side does not hold them all. */
  private static void sendParts(FrameSession session, Line line) throws Exception {
    byte[] payload = new byte[PART_BYTES];
    for (int part = 0; part < PARTS; part++) {
      long after = line.passed() + PART_BYTES;
      session.send(frame(session.opened().epoch(), 1, part, 64, payload));
      while (line.passed() < after) {
        assertThat(session.poll(10)).isNull();
      }
    }
    while (true) {
      assertThat(session.poll(1_000)).isNull();
    }
  }
}
