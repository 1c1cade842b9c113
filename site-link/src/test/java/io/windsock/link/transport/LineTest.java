package io.windsock.link.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.run.Sites;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionSeed;
import io.windsock.platform.link.LinkNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class LineTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Opened OPENED =
      new Opened(7, 41, Map.of(new TopicPartition("a", 0), 12L, new TopicPartition("b", 3), 0L));
  private static final List<SourceTopic> TOPICS =
      List.of(new SourceTopic("a", Uuid.randomUuid(), 4));
  private static final Opening OPEN = new Opening(KeyRing.NONE, "main", TOPICS, 0);
  private static final KeyRing KEYS = Sites.keys("k1", 1);

  @TempDir private static Path certificates = Path.of("");

  private static LinkTls receiver = new LinkTls(certificates, certificates, certificates);
  private static LinkTls sender = receiver;
  private static LinkTls stranger = receiver;
  private static LinkTls late = receiver;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setWorkerPoolSize(1));

  @BeforeAll
  static void issue() throws Exception {
    Certificates made = new Certificates(certificates);
    made.authority("ca");
    made.authority("other-ca");
    receiver = made.issue("receiver", "ca");
    sender = made.issue("sender", "ca");
    stranger = made.issue("stranger", "other-ca");
    late = made.expired("late", "ca");
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  /** Opens every session, and replies to every frame with the size of its payload. */
  private static final class Echo implements FrameHandler {
    volatile KeyRing keys = KeyRing.NONE;
    volatile boolean proves = true;
    volatile @Nullable Open opened;
    volatile @Nullable String refusal;

    @Override
    public void open(FrameStream stream, Open open) {
      opened = open;
      String reason = refusal;
      SessionProof by = proof(stream, open);
      if (reason != null) {
        stream.refuse(LinkNames.STATUS_FAILED_PRECONDITION, reason, proves ? by : null);
      } else {
        stream.send(OPENED, by);
      }
    }

    private SessionProof proof(FrameStream stream, Open open) {
      try {
        return proves
            ? open.check(keys, stream.challenge())
            : SessionProof.of(
                keys, new SessionSeed(open.link(), stream.challenge(), SessionSeed.random()));
      } catch (RefusedFrameException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void frame(FrameStream stream, Frame frame) {
      stream.send(
          new Ack(frame.header().batch(), frame.payload().length, 2, 3, 4, 5, 1, 1),
          new byte[] {7});
    }

    @Override
    public void closed(FrameStream stream) {}
  }

  private final Echo echo = new Echo();

  private FrameServer server(@Nullable LinkTls tls) {
    return FrameServer.start(vertx, "127.0.0.1", 0, tls, echo);
  }

  private FrameClient client(FrameServer server, @Nullable LinkTls tls) {
    return new FrameClient(vertx, "127.0.0.1", server.port(), tls);
  }

  private static Frame frame(long number, int bytes) {
    byte[] payload = new byte[bytes];
    new Random(number).nextBytes(payload);
    FrameHeader header = new FrameHeader(7, number, number, 0, 1, Codec.PLAIN, bytes, "k");
    return new Frame(header, header.encode(), payload);
  }

  @Test
  void shouldCarryASession() throws Exception {
    try (FrameServer server = server(null);
        FrameClient client = client(server, null);
        FrameSession session = client.open(OPEN, PATIENCE)) {
      assertThat(session.opened()).isEqualTo(OPENED);
      Open opened = echo.opened;
      assertThat(opened).isNotNull();
      assertThat(opened.topics()).isEqualTo(TOPICS);
      for (int i = 0; i < 20; i++) {
        session.send(frame(i, i * 100_000));
      }
      for (int i = 0; i < 20; i++) {
        Reply reply = session.poll(60_000);
        assertThat(reply).isNotNull();
        assertThat(reply.ack()).isEqualTo(new Ack(i, i * 100_000L, 2, 3, 4, 5, 1, 1));
        assertThat(reply.code()).containsExactly(7);
      }
    }
  }

  @Test
  void shouldSayWhyASessionIsRefused() {
    echo.refusal = "topic 'ä' has 100 % too many partitions";
    try (FrameServer server = server(null);
        FrameClient client = client(server, null)) {
      assertThatThrownBy(() -> client.open(OPEN, PATIENCE))
          .isInstanceOfSatisfying(LostException.class, e -> assertThat(e.permanent()).isTrue())
          .hasMessageContaining("topic 'ä' has 100 % too many partitions");
    }
  }

  /** Whoever ends TLS can send it, and it gets into the log. */
  @Test
  void shouldNotRepeatControlCharactersOfAPeer() {
    echo.keys = KEYS;
    echo.proves = false;
    echo.refusal = "none\n12:00:00 WARN link main: promoted\u001b[2J";
    try (FrameServer server = server(null);
        FrameClient client = client(server, null)) {
      assertLost(
          client,
          new Opening(KEYS, "main", TOPICS, 0),
          false,
          "none\ufffd12:00:00 WARN link main: promoted\ufffd[2J");
    }
  }

  /** The remedy is at its end. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "\u00e4", "\u20ac"})
  void shouldSayALongReasonAsFarAsItsBoundGoes(String letter) {
    String longest = letter.repeat(700);
    echo.refusal = longest + "!";
    try (FrameServer server = server(null);
        FrameClient client = client(server, null)) {
      assertThatThrownBy(() -> client.open(OPEN, PATIENCE))
          .isInstanceOfSatisfying(LostException.class, e -> assertThat(e.permanent()).isTrue())
          .hasMessageEndingWith(": " + longest);
    }
  }

  @Test
  void shouldOpenASessionThatBothSidesHaveTheKeyOf() throws Exception {
    echo.keys = KEYS;
    try (FrameServer server = server(null);
        FrameClient client = client(server, null);
        FrameSession session = client.open(new Opening(KEYS, "main", TOPICS, 0), PATIENCE)) {
      assertThat(session.opened()).isEqualTo(OPENED);
    }
  }

  /** It is proven for another session. */
  @Test
  void shouldNotBelieveWhatTheReceiverHasNotProven() {
    echo.keys = KEYS;
    echo.proves = false;
    Opening open = new Opening(KEYS, "main", TOPICS, 0);
    try (FrameServer server = server(null);
        FrameClient client = client(server, null)) {
      assertLost(client, open, false, "the code of what the target has is wrong");
      echo.refusal = "the link was promoted";
      assertLost(client, open, false, "somebody without the key ended the session: the link was");
      echo.proves = true;
      assertLost(client, open, true, "the receiver ended the session: the link was promoted");
    }
  }

  private static void assertLost(
      FrameClient client, Opening open, boolean permanent, String reason) {
    assertThatThrownBy(() -> client.open(open, PATIENCE))
        .isInstanceOfSatisfying(
            LostException.class, e -> assertThat(e.permanent()).isEqualTo(permanent))
        .hasMessageContaining(reason);
  }

  /** Links whose sessions are refused open several within a second. */
  @Test
  void shouldNotCountStreamsThatHaveEnded() throws Exception {
    try (FrameServer server = server(null);
        FrameClient client = client(server, null)) {
      for (int i = 0; i < 200; i++) {
        try (FrameSession session = client.open(OPEN, PATIENCE)) {
          assertThat(session.opened()).isEqualTo(OPENED);
        }
      }
    }
  }

  /** Each stream has a challenge of its own. */
  @Test
  void shouldNotChallengeTwiceWithTheSameBytes() throws Exception {
    try (FrameServer server = server(null);
        FrameClient client = client(server, null);
        FrameSession one = client.open(OPEN, PATIENCE);
        FrameSession two = client.open(OPEN, PATIENCE)) {
      assertThat(one.seed().challenge()).isNotEqualTo(two.seed().challenge());
      assertThat(one.seed().salt()).isNotEqualTo(two.seed().salt());
    }
  }

  @Test
  @SuppressWarnings("try") // closed in the middle
  void shouldSayThatTheSessionIsLostWhenTheServerCloses() throws Exception {
    try (FrameServer server = server(null);
        FrameClient client = client(server, null);
        FrameSession session = client.open(OPEN, PATIENCE)) {
      server.close();

      assertThatThrownBy(
              () -> {
                while (true) {
                  var unused = session.poll(100);
                }
              })
          .isInstanceOf(LostException.class);
      assertThatThrownBy(() -> session.send(frame(1, 10))).isInstanceOf(LostException.class);
    }
  }

  @Test
  void shouldAdmitOnlyCertificatesOfItsAuthority() throws Exception {
    LinkTls impostor = new LinkTls(stranger.certificate(), stranger.key(), receiver.authority());
    LinkTls misled = new LinkTls(sender.certificate(), sender.key(), stranger.authority());

    try (FrameServer server = server(receiver)) {
      try (FrameClient client = client(server, sender);
          FrameSession session = client.open(OPEN, PATIENCE)) {
        session.send(frame(0, 1_000_000));
        assertThat(session.poll(60_000))
            .extracting(Reply::ack)
            .isEqualTo(new Ack(0, 1_000_000, 2, 3, 4, 5, 1, 1));
      }
      assertRefused(server, impostor);
      assertRefused(server, late);
      assertRefused(server, misled);
      assertRefused(server, null);
    }
    try (FrameServer server = server(late)) {
      assertRefused(server, sender);
    }
  }

  private void assertRefused(FrameServer server, @Nullable LinkTls tls) {
    echo.opened = null;
    try (FrameClient client = client(server, tls)) {
      assertThatThrownBy(() -> client.open(OPEN, PATIENCE)).isInstanceOf(LostException.class);
    }
    assertThat(echo.opened).isNull();
  }

  @Test
  void shouldTakeOverCertificatesThatChange(@TempDir Path folder) throws Exception {
    LinkTls files = new LinkTls(folder.resolve("c"), folder.resolve("k"), folder.resolve("a"));
    put(receiver, files);

    try (FrameServer server = server(files);
        FrameClient client = client(server, sender);
        FrameClient next = client(server, stranger);
        FrameSession before = client.open(OPEN, PATIENCE)) {
      assertThatThrownBy(() -> next.open(OPEN, PATIENCE)).isInstanceOf(LostException.class);

      put(stranger, files);

      await()
          .atMost(PATIENCE)
          .ignoreException(LostException.class)
          .until(
              () -> {
                try (FrameSession session = next.open(OPEN, PATIENCE)) {
                  return session.opened().equals(OPENED);
                }
              });
      before.send(frame(0, 10));
      assertThat(before.poll(60_000))
          .extracting(Reply::ack)
          .isEqualTo(new Ack(0, 10, 2, 3, 4, 5, 1, 1));
    }
  }

  /** Every handshake would fail until the key is there, which may be never. */
  @Test
  void shouldKeepItsCertificateWhileAnotherOneHasNoKeyYet(@TempDir Path folder) throws Exception {
    LinkTls files = new LinkTls(folder.resolve("c"), folder.resolve("k"), folder.resolve("a"));
    put(receiver, files);
    TlsWatch watch = new TlsWatch(files);
    LinkTls.Material before = watch.material();
    Files.copy(stranger.certificate(), files.certificate(), StandardCopyOption.REPLACE_EXISTING);

    assertThatThrownBy(watch::changed)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(files.key() + ": is not the private key of");
    assertThat(watch.changed()).as("said once").isNull();
    assertThat(watch.material()).isEqualTo(before);
    assertThatThrownBy(() -> server(files)).isInstanceOf(ConfigurationException.class);
    Files.copy(stranger.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
    assertThat(watch.changed()).isNotNull().isEqualTo(files.read());
  }

  /** As one that is half written. */
  @Test
  void shouldSayThatItHasNoCertificate(@TempDir Path folder) throws Exception {
    LinkTls files = new LinkTls(folder.resolve("c"), sender.key(), sender.authority());
    String whole = Files.readString(sender.certificate());
    Files.writeString(files.certificate(), whole.substring(0, whole.length() / 2));
    try (FrameServer server = server(receiver);
        FrameClient client = client(server, files)) {
      assertThatThrownBy(() -> client.open(OPEN, PATIENCE))
          .isInstanceOf(LostException.class)
          .hasMessageContaining("can't connect: ");
    }
  }

  /** Replaces the files one after the other, as an operator's script does. */
  private static void put(LinkTls from, LinkTls to) throws Exception {
    Files.copy(from.certificate(), to.certificate(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(from.key(), to.key(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(from.authority(), to.authority(), StandardCopyOption.REPLACE_EXISTING);
  }
}
