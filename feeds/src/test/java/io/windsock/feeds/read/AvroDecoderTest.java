package io.windsock.feeds.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.feeds.AvroBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.io.Encoder;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroDecoderTest {
  private static AvroDecoder of(long... numbers) throws IOException {
    AvroBuffer buffer = new AvroBuffer();
    Encoder out = buffer.startBare();
    for (long number : numbers) {
      out.writeLong(number);
    }
    byte[] block = buffer.toBytes();
    AvroDecoder decoder = new AvroDecoder();
    decoder.set(block, block.length);
    decoder.startRecord();
    return decoder;
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 3, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldRefuseALengthThatTheBlockCantHold(long length) {
    assertThatThrownBy(() -> of(length, 1, 1).readString(new Utf8()))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> of(length, 1, 1).readBytes(ByteBuffer.allocate(0)))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> of(length, 1, 1).skipString()).isInstanceOf(EOFException.class);
  }

  @Test
  void shouldReadWhatTheBlockHolds() throws Exception {
    assertThat(of(2, 'a' / 2, 'b' / 2).readBytes(ByteBuffer.allocate(0)).remaining()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {20, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldRefuseMoreElementsThanARecordCanHave(long count) {
    assertThatThrownBy(() -> of(count, 1, 0).readArrayStart()).isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> of(count, 1, 0).skipMap()).isInstanceOf(EOFException.class);
  }

  /** Elements without bytes, in many runs, would be walked for ever. */
  @Test
  void shouldBoundTheElementsOfAllRunsTogether() throws Exception {
    AvroDecoder decoder = of(3, 3, 3, 0);

    assertThat(decoder.readArrayStart()).isEqualTo(3);
    assertThatThrownBy(decoder::arrayNext).isInstanceOf(EOFException.class);
  }

  @Test
  void shouldNotSkipBackwards() {
    assertThatThrownBy(() -> of(-1, -2, 0).skipArray()).isInstanceOf(EOFException.class);
  }
}
