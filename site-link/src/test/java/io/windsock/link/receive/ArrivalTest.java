package io.windsock.link.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.link.batch.BatchLimits;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.FrameHeader;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.transport.Frame;
import org.junit.jupiter.api.Test;

class ArrivalTest {
  private final Arrival arrival = new Arrival();

  private static Frame frame(int part, int parts, int plainBytes) {
    FrameHeader header = new FrameHeader(1, part, 9, part, parts, Codec.ZSTD, plainBytes, "k");
    return new Frame(header, header.encode(), new byte[10]);
  }

  @Test
  void shouldReturnABatchWhenItsLastPartArrives() throws Exception {
    assertThat(arrival.add(frame(0, 2, 10))).isNull();
    IncomingBatch batch = arrival.add(frame(1, 2, 10));

    assertThat(batch).isNotNull();
    assertThat(batch.frames).hasSize(2);
    assertThat(arrival.add(frame(0, 2, 10))).isNull();
  }

  @Test
  void shouldCountEachBatchByItself() throws Exception {
    for (int i = 0; i < 4; i++) {
      assertThat(arrival.add(frame(0, 1, BatchLimits.MAX_PART_BYTES))).isNotNull();
    }
  }

  /** What is compressed is small; what it claims to become is not. */
  @Test
  void shouldRefuseABatchThatIsTooBigBeforeItWasCompressed() throws Exception {
    assertThat(arrival.add(frame(0, 3, BatchLimits.MAX_PART_BYTES))).isNull();
    assertThat(arrival.add(frame(1, 3, BatchLimits.MAX_PART_BYTES))).isNull();

    assertThatThrownBy(() -> arrival.add(frame(2, 3, 1)))
        .isInstanceOf(RefusedFrameException.class)
        .hasMessageContaining("its batch has more than 134217728 bytes");
  }
}
