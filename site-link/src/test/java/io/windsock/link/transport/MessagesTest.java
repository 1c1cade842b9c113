package io.windsock.link.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.stage.OpenProof;
import io.windsock.link.stage.SessionCipher;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final byte[] SALT = SessionCipher.salt();

  private static Open open(Set<Integer> ofA, Set<Integer> ofB) {
    List<SourceTopic> topics =
        List.of(
            new SourceTopic("a", new Uuid(1, 2), 3, ofA),
            new SourceTopic("b", new Uuid(3, 4), 20, ofB));
    return new Open("main", SALT, new OpenProof("", new byte[0]), topics, 0);
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

  private static Ack decodeAck(byte[] bytes) throws MalformedBatchException {
    List<Ack> acks = new ArrayList<>();
    Messages.decode(
        bytes,
        0,
        bytes.length,
        new Messages.ToSender() {
          @Override
          public void opened(Opened opened) {
            throw new AssertionError("it opens nothing");
          }

          @Override
          public void ack(Ack ack) {
            acks.add(ack);
          }
        });
    return acks.get(0);
  }

  @Test
  void shouldTellWhatOtherBatchesTook() throws Exception {
    Ack ack = new Ack(7, 1, 2, 3, 4, 5);

    assertThat(decodeAck(bytes(Messages.encode(ack)))).isEqualTo(ack);
    assertThat(ack.costNs()).isEqualTo(10);
    assertThat(ack.backupNs()).isEqualTo(15);
  }

  /** So that a sender of a build that does not know of others takes it. */
  @Test
  void shouldAppendNothingWhereABatchIsAlone() throws Exception {
    Ack alone = new Ack(7, 1, 2, 3, 4, 5).alone();
    byte[] bytes = bytes(Messages.encode(alone));

    assertThat(bytes).hasSize(bytes(Messages.encode(new Ack(7, 1, 2, 3, 4, 5))).length - 1);
    assertThat(decodeAck(bytes)).isEqualTo(new Ack(7, 1, 2, 3, 4, 0));
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

  @Test
  void shouldTellAfterWhichSessionEverythingIsCopiedAnew() throws Exception {
    Open open = new Open("main", SALT, new OpenProof("", new byte[0]), List.of(), 70_000);

    Open decoded = decode(bytes(Messages.encode(open)));

    assertThat(decoded.anewAfter()).isEqualTo(70_000);
    assertThat(decoded.anew()).isTrue();
  }

  /** A build that does not know of incomplete partitions reads what there is without them. */
  @Test
  void shouldAppendNothingWhereNothingIsIncomplete() throws Exception {
    byte[] whole = bytes(Messages.encode(open(Set.of(), Set.of())));
    byte[] incomplete = bytes(Messages.encode(open(Set.of(1), Set.of())));

    assertThat(whole[whole.length - 1]).as("not to be copied anew").isZero();
    assertThat(decode(whole).incomplete()).isEmpty();
    assertThat(incomplete).startsWith(whole).hasSize(whole.length + 4);
  }

  @Test
  void shouldRefuseAPartitionThatATopicDoesNotHave() {
    byte[] whole = bytes(Messages.encode(open(Set.of(), Set.of())));
    for (long[] item : new long[][] {{2, 0}, {-1, 0}, {0, 3}, {0, -1}}) {
      AvroOutput out = new AvroOutput(8);
      for (long number : new long[] {1, item[0], item[1], 0}) {
        out.number(number);
      }
      byte[] more = bytes(out.finish(0));
      byte[] bytes = Arrays.copyOf(whole, whole.length + more.length);
      System.arraycopy(more, 0, bytes, whole.length, more.length);

      assertThatThrownBy(() -> decode(bytes)).isInstanceOf(MalformedBatchException.class);
    }
  }
}
