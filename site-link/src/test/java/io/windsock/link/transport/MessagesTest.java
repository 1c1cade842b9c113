package io.windsock.link.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.batch.BatchLimits;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.SessionSeed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessagesTest {
  private static final byte[] SALT = SessionSeed.random();
  private static final byte[] CODE = {1, 2, 3};

  private static Open open(Set<Integer> ofA, Set<Integer> ofB) {
    List<SourceTopic> topics =
        List.of(
            new SourceTopic("a", new Uuid(1, 2), 3, ofA),
            new SourceTopic("b", new Uuid(3, 4), 20, ofB));
    return new Open("main", SALT, "k1", topics, 0, CODE);
  }

  private static byte[] bytes(List<ByteBuffer> buffers) {
    ByteBuffer all = ByteBuffer.allocate(buffers.stream().mapToInt(ByteBuffer::remaining).sum());
    buffers.forEach(all::put);
    return all.array();
  }

  private static Open decode(byte[] bytes) throws MalformedBatchException {
    List<Open> opened = new ArrayList<>();
    Messages.decode(
        bytes,
        0,
        bytes.length,
        new Messages.ToReceiver() {
          @Override
          public void open(Open open) {
            opened.add(open);
          }

          @Override
          public void frame(Frame frame) {
            throw new AssertionError("it is no frame");
          }
        });
    return opened.get(0);
  }

  /** What a sender has received. */
  private static final class Received implements Messages.ToSender {
    final List<Object> all = new ArrayList<>();

    @Override
    public void challenge(byte[] challenge) {
      all.add(challenge);
    }

    @Override
    public void opened(Opened opened, byte[] code) {
      all.add(opened);
      all.add(code);
    }

    @Override
    public void ack(Ack ack, byte[] code) {
      all.add(ack);
      all.add(code);
    }
  }

  private static List<Object> received(List<ByteBuffer> message) throws MalformedBatchException {
    byte[] bytes = bytes(message);
    Received received = new Received();
    Messages.decode(bytes, 0, bytes.length, received);
    return received.all;
  }

  @Test
  void shouldTellWhatABatchTook() throws Exception {
    Ack ack = new Ack(7, 1, 2, 3, 4, 5, 1, 1);

    assertThat(received(Messages.encode(ack, CODE))).containsExactly(ack, CODE);
    assertThat(ack.costNs()).isEqualTo(10);
    assertThat(ack.backupNs()).isEqualTo(15);
    assertThat(ack.stagesNs()).containsExactly(15);
  }

  @ParameterizedTest
  @CsvSource({"4, 6", "9, 9"})
  void shouldTellWhatABatchTookInTwoStages(long writeNs, long costNs) throws Exception {
    Ack ack = new Ack(7, 1, 2, 3, writeNs, 5, 2, 64);

    assertThat(received(Messages.encode(ack, CODE))).containsExactly(ack, CODE);
    assertThat(ack.costNs()).isEqualTo(costNs);
    assertThat(ack.backupNs()).isEqualTo(6 + writeNs + 5);
    assertThat(ack.stagesNs()).containsExactly(6, writeNs + 5);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, -1})
  void shouldRefuseStagesThatNoReceiverHas(int stages) {
    assertThatThrownBy(() -> received(Messages.encode(new Ack(7, 1, 2, 3, 4, 5, stages, 1), CODE)))
        .isInstanceOf(MalformedBatchException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65, Integer.MAX_VALUE})
  void shouldRefuseThreadsThatNoReceiverHas(int threads) {
    assertThatThrownBy(() -> received(Messages.encode(new Ack(7, 1, 2, 3, 4, 5, 1, threads), CODE)))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessage("a reply of " + threads + " threads");
  }

  @Test
  void shouldTellWhatTheTargetHas() throws Exception {
    Opened opened =
        new Opened(7, 41, Map.of(new TopicPartition("a", 0), 12L, new TopicPartition("b", 3), 0L));

    assertThat(received(Messages.encode(opened, CODE))).containsExactly(opened, CODE);
    assertThat(received(Messages.challenge(SALT))).containsExactly(SALT);
    assertThatThrownBy(() -> received(Messages.challenge(CODE)))
        .isInstanceOf(MalformedBatchException.class);
  }

  /** Both sides prove it, from maps that may have another order. */
  @Test
  void shouldEncodeEqualPositionsAsTheSameBytes() {
    Map<TopicPartition, Long> next = new LinkedHashMap<>();
    Map<TopicPartition, Long> reversed = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      next.put(new TopicPartition("t" + i % 3, i), (long) i);
      reversed.put(new TopicPartition("t" + (99 - i) % 3, 99 - i), 99L - i);
    }

    assertThat(new Opened(1, 2, next).content()).isEqualTo(new Opened(1, 2, reversed).content());
  }

  @Test
  void shouldTellWhichPartitionsAreIncomplete() throws Exception {
    Open open = open(Set.of(2), Set.of(0, 19, 7));

    Open decoded = decode(bytes(Messages.encode(open)));

    assertThat(decoded).usingRecursiveComparison().isEqualTo(open);
    assertThat(decoded.incomplete())
        .containsExactly(
            new TopicPartition("a", 2),
            new TopicPartition("b", 0),
            new TopicPartition("b", 7),
            new TopicPartition("b", 19));
  }

  /** They get into the log before anybody has proven a key. */
  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "\u001b[2J", "a b", "\u00e4", "a/b", "'", "\u2028"})
  void shouldRefuseNamesThatCouldForgeALineOfALog(String name) {
    List<SourceTopic> topics = List.of(new SourceTopic("a", new Uuid(1, 2), 1));
    List<SourceTopic> named = List.of(new SourceTopic(name, new Uuid(1, 2), 1));

    assertNotRepeated(name, new Open(name, SALT, "k1", topics, 0, CODE));
    assertNotRepeated(name, new Open("main", SALT, name, topics, 0, CODE));
    assertNotRepeated(name, new Open("main", SALT, "k1", named, 0, CODE));
    FrameHeader header = new FrameHeader(1, 2, 3, 0, 1, Codec.PLAIN, 4, name);
    assertThatThrownBy(() -> FrameHeader.decode(header.encode()))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageNotContaining(name);
  }

  private static void assertNotRepeated(String name, Open open) {
    assertThatThrownBy(() -> decode(bytes(Messages.encode(open))))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageNotContaining(name);
  }

  @Test
  void shouldTellAfterWhichSessionEverythingIsCopiedAnew() throws Exception {
    Open open = new Open("main", SALT, "", List.of(), 70_000, CODE);

    Open decoded = decode(bytes(Messages.encode(open)));

    assertThat(decoded.anewAfter()).isEqualTo(70_000);
    assertThat(decoded.anew()).isTrue();
  }

  @Test
  void shouldTellWhereTheSourceEnds() throws Exception {
    List<SourceTopic> topics =
        List.of(
            new SourceTopic("a", new Uuid(1, 2), 2, Set.of(1), List.of(7L, 0L)),
            new SourceTopic("b", new Uuid(3, 4), 1, Set.of(), List.of(1L << 40)));

    Open decoded = decode(bytes(Messages.encode(new Open("main", SALT, "", topics, 0, CODE))));

    assertThat(decoded.topics()).isEqualTo(topics);
    assertThat(decoded.ends())
        .isEqualTo(
            Map.of(
                new TopicPartition("a", 0),
                7L,
                new TopicPartition("a", 1),
                0L,
                new TopicPartition("b", 0),
                1L << 40));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldRefuseEndsOfOtherPartitionsThanThereAre(int ends) {
    SourceTopic topic =
        new SourceTopic("a", new Uuid(1, 2), 2, Set.of(), Collections.nCopies(ends, 7L));
    byte[] bytes = bytes(Messages.encode(new Open("main", SALT, "", List.of(topic), 0, CODE)));

    assertThatThrownBy(() -> decode(bytes)).isInstanceOf(MalformedBatchException.class);
  }

  @Test
  void shouldRefuseAPartitionThatATopicDoesNotHave() {
    byte[] whole = bytes(Messages.encode(open(Set.of(), Set.of())));
    int end = whole.length - 2 - (1 + CODE.length); // where the incomplete partitions are
    for (long[] item : new long[][] {{2, 0}, {-1, 0}, {0, 3}, {0, -1}}) {
      AvroOutput out = new AvroOutput(8);
      for (long number : new long[] {1, item[0], item[1], 0, 0}) {
        out.number(number);
      }
      out.bytes(ByteBuffer.wrap(CODE));
      byte[] more = bytes(out.finish(0));
      byte[] bytes = Arrays.copyOf(whole, end + more.length);
      System.arraycopy(more, 0, bytes, end, more.length);

      assertThatThrownBy(() -> decode(bytes)).isInstanceOf(MalformedBatchException.class);
    }
  }

  /** What the longest opening may have is less than an unopened stream may send. */
  @Test
  void shouldLeaveRoomForTheLongestOpening() throws Exception {
    List<SourceTopic> topics = new ArrayList<>();
    Set<Integer> all = IntStream.range(0, 16).boxed().collect(Collectors.toSet());
    for (int i = 0; i < Open.MAX_TOPICS; i++) {
      String name = "%04d".formatted(i) + "x".repeat(BatchLimits.MAX_TOPIC_BYTES - 4);
      topics.add(
          new SourceTopic(
              name,
              new Uuid(Long.MIN_VALUE, Long.MAX_VALUE),
              all.size(),
              all,
              Collections.nCopies(all.size(), Long.MAX_VALUE)));
    }
    Open open = new Open("main", SALT, "k1", topics, Integer.MAX_VALUE, new byte[32]);
    byte[] bytes = bytes(Messages.encode(open));

    assertThat(decode(bytes).incomplete()).hasSize(BatchLimits.MAX_RUNS);
    assertThat(decode(bytes).ends()).hasSize(BatchLimits.MAX_RUNS);
    assertThat(bytes.length).isLessThan(Messages.MAX_OPEN_BYTES);
  }
}
