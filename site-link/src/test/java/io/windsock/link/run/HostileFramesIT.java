package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.batch.OffsetRange;
import io.windsock.link.batch.PartCodec;
import io.windsock.link.batch.SourceRun;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.RefusedFrameException.Reason;
import io.windsock.link.stage.SessionCipher;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.FrameClient;
import io.windsock.link.transport.FrameSession;
import io.windsock.link.transport.LostException;
import io.windsock.link.transport.Messages;
import io.windsock.link.transport.Open;
import io.windsock.link.transport.Opening;
import io.windsock.link.transport.Reply;
import io.windsock.link.transport.SourceTopic;
import io.windsock.platform.copy.LinkTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Frames that a sender would not send: each ends the session, and nothing of it is applied. */
@Timeout(600)
class HostileFramesIT {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final Uuid ID = Uuid.randomUuid();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Half of the time after which a silent line ends by itself. */
  private static final Duration BEFORE_THE_LINE_ENDS = Duration.ofMinutes(1);

  private final KeyRing keys = Sites.keys("k1", 1);
  private final EmbeddedBroker target = EmbeddedBroker.start(Options.temporary());
  private final Map<String, Object> kafka = Map.of("bootstrap.servers", target.bootstrapServers());
  private final Vertx vertx = Vertx.vertx();
  private final LinkReceiver receiver =
      LinkReceiver.start(
          new ReceiverConfig(
              kafka, "127.0.0.1", 0, null, keys, PipelineShape.of(PipelineKind.HYBRID), false));
  private final FrameClient client = new FrameClient(vertx, "127.0.0.1", receiver.port(), null);

  /** One record at offset 0 of the source is there. */
  @BeforeEach
  void copyOneRecord() throws Exception {
    try (Attempt attempt = new Attempt()) {
      attempt.send(attempt.header(0, 1), 0, 1);
      Reply reply = attempt.session.poll(60_000);
      assertThat(reply).isNotNull();
      assertThat(reply.ack().batch()).isEqualTo(1);
    }
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    receiver.close();
    vertx.close().toCompletionStage().toCompletableFuture().get();
    target.close();
  }

  /** A session, and what it takes to encrypt frames as its sender would. */
  private final class Attempt implements AutoCloseable {
    final FrameSession session;
    final int epoch;
    final SessionCipher cipher;

    Attempt() throws Exception {
      this(client);
    }

    Attempt(FrameClient by) throws Exception {
      session = by.open(opening(0), PATIENCE);
      epoch = session.opened().epoch();
      cipher = new SessionCipher(keys, session.seed(), epoch);
    }

    FrameHeader header(long frame, long number) {
      return new FrameHeader(epoch, frame, number, 0, 1, Codec.PLAIN, size(0), "k1");
    }

    Frame frame(FrameHeader header, long from, long next) {
      byte[] aad = header.encode();
      return new Frame(header, aad, cipher.seal(header, aad, part(from, next)));
    }

    void send(FrameHeader header, long from, long next) throws LostException {
      session.send(frame(header, from, next));
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private Opening opening(int anewAfter) {
    return new Opening(keys, "main", List.of(new SourceTopic("a", ID, 1)), anewAfter);
  }

  private static byte[] part(long from, long next) {
    byte[] value = "a value".getBytes(StandardCharsets.UTF_8);
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(
            "a",
            0,
            from,
            1_700_000_000_000L,
            TimestampType.CREATE_TIME,
            -1,
            value.length,
            null,
            value,
            new RecordHeaders(),
            Optional.empty());
    return PartCodec.encode(
        List.of(new SourceRun(new OffsetRange(A0, from, next), List.of(record))));
  }

  private static int size(long from) {
    return part(from, from + 1).length;
  }

  private void assertEnds(Attempt attempt, String reason) throws Exception {
    assertEnds(attempt, List.of(), reason);
  }

  /** Sends frames first; the session may have ended by then. */
  private void assertEnds(Attempt attempt, List<Frame> frames, String reason) throws Exception {
    assertThatThrownBy(
            () -> {
              for (Frame frame : frames) {
                attempt.session.send(frame);
              }
              for (int i = 0; i < 600; i++) {
                assertThat(attempt.session.poll(100)).isNull();
              }
            })
        .isInstanceOf(LostException.class)
        .hasMessageContaining(reason);
    assertTargetHas(1);
  }

  /**
   * Opening a session ends every transaction before it, so that a reader sees what is committed.
   */
  private void assertTargetHas(long batchesOfOneRecord) throws Exception {
    try (Attempt attempt = new Attempt()) {
      assertThat(attempt.session.opened().batch()).isEqualTo(batchesOfOneRecord);
    }
    assertThat(Contents.of(kafka, List.of(A0)).get("a-0"))
        .extracting(Contents::records)
        .isEqualTo(batchesOfOneRecord);
  }

  /** While the first ones are committed, all others arrive. */
  @Test
  void shouldCommitTogetherWhatWaits() throws Exception {
    int batches = 50;
    int together = 0;
    try (Attempt attempt = new Attempt()) {
      for (int i = 0; i < batches; i++) {
        attempt.send(attempt.header(i, 2 + i), 1 + i, 2 + i);
      }
      for (int i = 0; i < batches; i++) {
        Reply reply = attempt.session.poll(60_000);
        assertThat(reply).isNotNull();
        assertThat(reply.ack().batch()).isEqualTo(2 + i);
        together += reply.ack().othersNs() > 0 ? 1 : 0;
      }
    }
    assertThat(together).as("batches that were committed with others").isPositive();
    assertTargetHas(1 + batches);
  }

  @Test
  void shouldCommitWhatCameBeforeABatchThatDoesNotFollow() throws Exception {
    try (Attempt attempt = new Attempt()) {
      for (int i = 0; i < 4; i++) {
        attempt.send(attempt.header(i, 2 + i), 1 + i, 2 + i);
      }
      attempt.send(attempt.header(4, 6), 9, 10);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 600; i++) {
                  var unused = attempt.session.poll(100);
                }
              })
          .isInstanceOf(LostException.class)
          .hasMessageContaining("the target has a-0 up to 5");
    }
    assertTargetHas(5);
  }

  @Test
  void shouldRefuseAReplayedFrame() throws Exception {
    try (Attempt attempt = new Attempt()) {
      Frame good = attempt.frame(attempt.header(0, 2), 1, 2);
      attempt.session.send(good);
      assertThat(attempt.session.poll(60_000)).isNotNull();
      attempt.session.send(good);

      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 600; i++) {
                  assertThat(attempt.session.poll(100)).isNull();
                }
              })
          .isInstanceOf(LostException.class)
          .hasMessageContaining("the next frame is 1");
    }
    assertTargetHas(2);
  }

  @Test
  void shouldRefuseAFrameOfAnEarlierSession() throws Exception {
    Frame earlier;
    try (Attempt attempt = new Attempt()) {
      earlier = attempt.frame(attempt.header(0, 2), 1, 2);
    }
    try (Attempt attempt = new Attempt()) {
      attempt.session.send(earlier);
      assertEnds(attempt, "this session has epoch " + attempt.epoch);
    }
  }

  @Test
  void shouldRefuseAFrameAfterAMissingOne() throws Exception {
    try (Attempt attempt = new Attempt()) {
      attempt.send(attempt.header(1, 2), 1, 2);
      assertEnds(attempt, "the next frame is 0");
    }
  }

  @Test
  void shouldRefuseAnAlteredFrame() throws Exception {
    try (Attempt attempt = new Attempt()) {
      Frame frame = attempt.frame(attempt.header(0, 2), 1, 2);
      frame.payload()[3] ^= 1;
      attempt.session.send(frame);
      assertEnds(attempt, "was altered");
    }
  }

  /** It is the sender's, and no part of a batch. */
  @Test
  void shouldRefuseAndCountWhatCannotBeDecoded() throws Exception {
    try (Attempt attempt = new Attempt()) {
      byte[] noPart = {1, 2, 3};
      FrameHeader header =
          new FrameHeader(attempt.epoch, 0, 2, 0, 1, Codec.PLAIN, noPart.length, "k1");
      byte[] aad = header.encode();
      attempt.session.send(new Frame(header, aad, attempt.cipher.seal(header, aad, noPart)));
      assertEnds(attempt, "can't be decoded");
    }
    assertThat(receiver.stats().refused().count(Reason.MALFORMED)).isOne();
  }

  @Test
  void shouldRefuseABatchThatDoesNotFollow() throws Exception {
    try (Attempt attempt = new Attempt()) {
      attempt.send(attempt.header(0, 2), 5, 6);
      assertEnds(attempt, "the target has a-0 up to 1");
    }
    try (Attempt attempt = new Attempt()) {
      attempt.send(attempt.header(0, 2), 0, 1);
      assertEnds(attempt, "the target has a-0 up to 1");
    }
    try (Attempt attempt = new Attempt()) {
      attempt.send(attempt.header(0, 3), 1, 2);
      assertEnds(attempt, "is next");
    }
  }

  /** The former session can't commit any more once another one is open. */
  @Test
  void shouldFenceASessionByTheNextOne() throws Exception {
    try (Attempt former = new Attempt();
        Attempt later = new Attempt()) {
      assertThat(later.epoch).isEqualTo(former.epoch + 1);
      Frame late = former.frame(former.header(0, 2), 1, 2);
      assertEnds(former, List.of(late), "another session has taken the link over");
    }
  }

  /** Its sender may be gone without a word, and it would be shown until its line is given up. */
  @Test
  void shouldEndASessionThatWritesNothingOnceAnotherOneHasTheLink() throws Exception {
    try (Line line = new Line(receiver.port());
        FrameClient held = new FrameClient(vertx, "127.0.0.1", line.port(), null);
        Attempt former = new Attempt(held)) {
      line.hold();
      try (Attempt later = new Attempt()) {
        assertThat(later.epoch).isEqualTo(former.epoch + 1);
        await().atMost(BEFORE_THE_LINE_ENDS).until(() -> receiver.sessions().size() == 1);

        later.send(later.header(0, 2), 1, 2);
        assertThat(later.session.poll(60_000)).isNotNull();
      }
    }
    assertTargetHas(2);
  }

  /** Who has no key of the link can't end its session. */
  @Test
  void shouldNotLetASenderWithoutTheKeyTakeTheLinkOver() throws Exception {
    try (Attempt attempt = new Attempt()) {
      for (KeyRing other : List.of(Sites.keys("k1", 2), Sites.keys("k2", 1), KeyRing.NONE)) {
        Opening stranger = new Opening(other, "main", opening(0).topics(), 0);
        assertThatThrownBy(() -> client.open(stranger, PATIENCE))
            .isInstanceOf(LostException.class)
            .hasMessageMatching(".*(made with another key k1|there is no key '(k2)?').*");
      }
      attempt.send(attempt.header(0, 2), 1, 2);
      assertThat(attempt.session.poll(60_000)).isNotNull();
    }
    assertTargetHas(2);
  }

  /** Passes on what {@code altered} makes of a genuine opening. */
  private void assertRefused(UnaryOperator<Open> altered) throws Exception {
    long before = receiver.stats().refused().count(Reason.ALTERED);
    try (Relay relay = new Relay(vertx, receiver.port());
        FrameClient relayed = new FrameClient(vertx, "127.0.0.1", relay.port(), null)) {
      relay.tamper(
          new Relay.Tamper() {
            @Override
            public void open(Open open, Relay.ToReceiver on) {
              on.pass(Messages.encode(altered.apply(open)));
            }
          });
      assertThatThrownBy(() -> relayed.open(opening(0), PATIENCE))
          .isInstanceOfSatisfying(LostException.class, e -> assertThat(e.permanent()).isFalse())
          .hasMessageContaining("the session's opening was altered");
    }
    assertThat(receiver.stats().refused().count(Reason.ALTERED)).isEqualTo(before + 1);
  }

  private static Open with(Open open, List<SourceTopic> topics, int anewAfter) {
    return new Open(open.link(), open.salt(), open.key(), topics, anewAfter, open.code());
  }

  @Test
  void shouldCreateAndDeleteNothingForAnOpeningThatWasAltered() throws Exception {
    try (Attempt attempt = new Attempt();
        Admin admin = Admin.create(kafka)) {
      List<SourceTopic> known = opening(0).topics();
      SourceTopic more = new SourceTopic("b", Uuid.randomUuid(), 1);
      Uuid id = id(admin);
      assertRefused(open -> with(open, List.of(known.get(0), more), 0));
      assertRefused(open -> with(open, List.of(more), 0));
      assertRefused(open -> with(open, List.of(new SourceTopic("a", Uuid.randomUuid(), 1)), 0));
      assertRefused(open -> with(open, List.of(new SourceTopic("a", ID, 2)), 0));
      assertRefused(open -> with(open, List.of(new SourceTopic("a", ID, 1, Set.of(0))), 0));
      assertRefused(open -> with(open, known, attempt.epoch));

      assertThat(admin.listTopics().names().get())
          .containsExactlyInAnyOrder("a", LinkTopic.name("main"));
      assertThat(id(admin)).isEqualTo(id);
      attempt.send(attempt.header(0, 2), 1, 2);
      assertThat(attempt.session.poll(60_000)).isNotNull();
    }
    assertTargetHas(2);
  }

  private static Uuid id(Admin admin) throws Exception {
    return Objects.requireNonNull(admin.describeTopics(Set.of("a")).allTopicNames().get().get("a"))
        .topicId();
  }

  /** Keeps what passes to the receiver in a session of one record, and returns it. */
  private List<List<ByteBuffer>> recorded(long batch) throws Exception {
    List<List<ByteBuffer>> messages = new CopyOnWriteArrayList<>();
    try (Relay relay = new Relay(vertx, receiver.port());
        FrameClient relayed = new FrameClient(vertx, "127.0.0.1", relay.port(), null)) {
      relay.tamper(
          new Relay.Tamper() {
            @Override
            public void open(Open open, Relay.ToReceiver on) {
              messages.add(Messages.encode(open));
              on.pass(Messages.encode(open));
            }

            @Override
            public void frame(Frame frame, Relay.ToReceiver on, Relay.ToSender back) {
              messages.add(Messages.encode(frame));
              on.pass(Messages.encode(frame));
            }
          });
      try (Attempt attempt = new Attempt(relayed)) {
        attempt.send(attempt.header(0, batch), batch - 1, batch);
        assertThat(attempt.session.poll(60_000)).isNotNull();
      }
    }
    return messages;
  }

  /** Sends what was recorded in the place of a session's first message. */
  private void assertReplayRefused(List<List<ByteBuffer>> messages) throws Exception {
    try (Relay relay = new Relay(vertx, receiver.port());
        FrameClient relayed = new FrameClient(vertx, "127.0.0.1", relay.port(), null)) {
      relay.tamper(
          new Relay.Tamper() {
            @Override
            public void open(Open open, Relay.ToReceiver on) {
              messages.forEach(on::pass);
            }
          });
      assertThatThrownBy(() -> relayed.open(opening(0), PATIENCE))
          .isInstanceOf(LostException.class)
          .hasMessageContaining("recorded in another session");
    }
  }

  @Test
  void shouldNotEndTheSessionThatRunsForOneThatWasRecorded() throws Exception {
    List<List<ByteBuffer>> earlier = recorded(2);
    try (Attempt attempt = new Attempt()) {
      assertReplayRefused(earlier);
      attempt.send(attempt.header(0, 3), 2, 3);
      assertThat(attempt.session.poll(60_000)).isNotNull();
    }
    assertTargetHas(3);
  }

  /** Epochs begin again with the link's topic, so the recorded session would be the next one. */
  @Test
  void shouldNotBeginACopyWithASessionThatWasRecorded() throws Exception {
    try (Admin admin = Admin.create(kafka)) {
      delete(admin);
      List<List<ByteBuffer>> first = recorded(1);
      assertThat(first).hasSize(2);
      delete(admin);

      assertReplayRefused(first);
      assertThat(admin.listTopics().names().get()).isEmpty();
    }
  }

  private static void delete(Admin admin) throws Exception {
    admin.deleteTopics(Set.of("a", LinkTopic.name("main"))).all().get();
    await().atMost(PATIENCE).until(() -> admin.listTopics().names().get().isEmpty());
  }

  /** A sender that found the source trimmed before later sessions must find it again. */
  @Test
  void shouldRefuseAnOpeningThatHasDeletedOnce() throws Exception {
    int epoch;
    try (Attempt attempt = new Attempt()) {
      epoch = attempt.epoch;
    }
    client.open(opening(epoch), PATIENCE).close();
    try (Attempt attempt = new Attempt()) {
      attempt.send(attempt.header(0, attempt.session.opened().batch() + 1), 0, 1);
      assertThat(attempt.session.poll(60_000)).isNotNull();
    }

    assertThatThrownBy(() -> client.open(opening(epoch), PATIENCE))
        .hasMessageContaining("an opening that deletes what was copied is for after session");
    assertThat(receiver.stats().refused().count(Reason.REPLAYED)).isOne();
    new Attempt().close();
    assertThat(Contents.of(kafka, List.of(A0)).get("a-0"))
        .extracting(Contents::records)
        .isEqualTo(1L);
  }
}
