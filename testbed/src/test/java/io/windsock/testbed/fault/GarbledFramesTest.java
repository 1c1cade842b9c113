package io.windsock.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GarbledFramesTest {
  private static final int SETTINGS = 4;
  private static final int DATA = 0;

  private final GarbledFrames frames = new GarbledFrames(1);

  /** Returns a frame of HTTP/2 whose payload has as many zeros. */
  private static byte[] frame(int type, int bytes) {
    byte[] frame = new byte[9 + bytes];
    frame[0] = (byte) (bytes >> 16);
    frame[1] = (byte) (bytes >> 8);
    frame[2] = (byte) bytes;
    frame[3] = (byte) type;
    frame[8] = 1;
    return frame;
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] stream() {
    return concat(frame(SETTINGS, 6), frame(DATA, 300), frame(SETTINGS, 0), frame(DATA, 3));
  }

  @Test
  void shouldOverwriteMessagesAndNothingElse() {
    byte[] bytes = stream();

    frames.follow(bytes, true);

    byte[] intact = stream();
    int message = 15 + 9 + 5;
    int end = 15 + 309;
    assertThat(Arrays.copyOf(bytes, message)).isEqualTo(Arrays.copyOf(intact, message));
    assertThat(Arrays.copyOfRange(bytes, end, bytes.length))
        .isEqualTo(Arrays.copyOfRange(intact, end, intact.length));
    assertThat(Arrays.copyOfRange(bytes, message, end))
        .isNotEqualTo(Arrays.copyOfRange(intact, message, end));
  }

  @Test
  void shouldFollowFramesHoweverTheyArrive() {
    byte[] whole = stream();
    new GarbledFrames(1).follow(whole, true);
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();

    for (byte each : stream()) {
      byte[] piece = {each};
      frames.follow(piece, true);
      pieces.writeBytes(piece);
    }

    assertThat(pieces.toByteArray()).isEqualTo(whole);
  }

  @Test
  void shouldKnowWhereAFrameBeginsWhenTheFaultDoes() {
    byte[] before = Arrays.copyOf(stream(), 20);
    byte[] after = Arrays.copyOfRange(stream(), 20, stream().length);

    frames.follow(before, false);
    frames.follow(after, true);

    assertThat(before).isEqualTo(Arrays.copyOf(stream(), 20));
    assertThat(Arrays.copyOf(after, 9)).isEqualTo(Arrays.copyOfRange(stream(), 20, 29));
    assertThat(after).isNotEqualTo(Arrays.copyOfRange(stream(), 20, stream().length));
  }
}
