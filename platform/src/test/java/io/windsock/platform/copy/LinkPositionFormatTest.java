package io.windsock.platform.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LinkPositionFormatTest {
  private static final TopicPartition AT = new TopicPartition("t", 3);
  private static final LinkPosition POSITION = LinkPositionTest.position();

  @Test
  void shouldDecodeWhatItEncodes() throws Exception {
    assertThat(LinkPosition.decode(POSITION.encode())).isEqualTo(POSITION);
    assertThat(LinkPosition.decode(LinkPosition.NONE.encode())).isEqualTo(LinkPosition.NONE);
  }

  @Test
  void shouldDecodeTheFirstForm() throws Exception {
    AvroOutput out = new AvroOutput(64);
    for (long number : new long[] {1, 5, 9, 0, 1}) { // version, epoch, batch, no topics, a block
      out.number(number);
    }
    out.text("t");
    out.number(3);
    out.number(12);
    out.number(0);
    byte[] bytes = new byte[out.size()];
    ByteBuffer to = ByteBuffer.wrap(bytes);
    out.finish(0).forEach(to::put);

    assertThat(LinkPosition.decode(bytes))
        .isEqualTo(
            new LinkPosition(5, 9, Map.of(), Map.of(AT, 12L), Map.of(), 0, 0, 0, Map.of(), false));
  }

  @Test
  void shouldDecodeTheSecondForm() throws Exception {
    LinkPosition whole =
        new LinkPosition(
            POSITION.epoch(),
            POSITION.batch(),
            POSITION.topics(),
            POSITION.next(),
            POSITION.copied(),
            POSITION.lastRecordMs(),
            POSITION.points(),
            POSITION.promotedMs(),
            Map.of(),
            false);
    byte[] bytes = whole.encode();
    byte[] second = Arrays.copyOf(bytes, bytes.length - 2); // without an empty map and a flag
    second[0] = 2 << 1; // its version, in Avro's encoding

    assertThat(LinkPosition.decode(second)).isEqualTo(whole);
  }

  @Test
  void shouldRefuseWhatIsCutOrLonger() {
    assertRefusesWhatIsCutOrLonger(POSITION.encode());
    assertRefusesWhatIsCutOrLonger(
        POSITION.awaiting(Map.of(new TopicPartition("t", 4), 300L)).encode());
  }

  private static void assertRefusesWhatIsCutOrLonger(byte[] bytes) {
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> LinkPosition.decode(cut))
          .isInstanceOf(MalformedBatchException.class);
    }
    assertThatThrownBy(() -> LinkPosition.decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(MalformedBatchException.class);
  }
}
