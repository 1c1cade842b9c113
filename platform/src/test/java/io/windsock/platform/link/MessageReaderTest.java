package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageReaderTest {
  private static final int MAX = 100_000;

  private final List<byte[]> messages = new ArrayList<>();
  private final MessageReader reader =
      new MessageReader(
          MAX,
          (bytes, offset, length) ->
              messages.add(Arrays.copyOfRange(bytes, offset, offset + length)));

  private static Buffer frame(byte[] message) {
    int half = message.length / 2;
    return Frames.frame(
        List.of(
            ByteBuffer.wrap(message, 0, half).slice(),
            ByteBuffer.wrap(message, half, message.length - half).slice()));
  }

  @Test
  void shouldReadMessagesHoweverTheyAreCut() throws MalformedBatchException {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      messages.clear();
      List<byte[]> sent = new ArrayList<>();
      Buffer stream = Buffer.buffer();
      for (int i = 0; i < 6; i++) {
        byte[] message = new byte[random.nextInt(4) == 0 ? random.nextInt(MAX) : random.nextInt(9)];
        random.nextBytes(message);
        sent.add(message);
        stream.appendBuffer(frame(message));
      }
      int at = 0;
      while (at < stream.length()) {
        int bound = random.nextBoolean() ? 8 : 30_000;
        int to = Math.min(stream.length(), at + 1 + random.nextInt(bound));
        reader.read(stream.getBuffer(at, to));
        at = to;
      }
      assertThat(messages).containsExactlyElementsOf(sent);
    }
  }

  @Test
  void shouldRefuseAMessageBeyondTheBound() {
    Buffer head = Buffer.buffer().appendByte((byte) 0).appendInt(MAX + 1);
    assertThatThrownBy(() -> reader.read(head))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("100001 bytes");
  }

  @Test
  void shouldRefuseALengthOfMoreThanAnInt() {
    Buffer head = Buffer.buffer().appendByte((byte) 0).appendInt(-1);
    assertThatThrownBy(() -> reader.read(head))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("4294967295 bytes");
  }

  @Test
  void shouldRefuseACompressedMessage() {
    Buffer head = Buffer.buffer().appendByte((byte) 1).appendInt(3);
    assertThatThrownBy(() -> reader.read(head))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("compressed");
  }
}
