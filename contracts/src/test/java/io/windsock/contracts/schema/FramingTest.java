package io.windsock.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramingTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 101, 0x01020304, Integer.MAX_VALUE})
  void shouldReadBackTheSchemaId(int id) {
    byte[] framed = Framing.frame(id, new byte[] {9, 8});

    assertThat(Framing.schemaId(framed)).isEqualTo(id);
    assertThat(framed).startsWith(0).endsWith(9, 8).hasSize(7);
    byte[] header = new byte[Framing.HEADER_BYTES];
    Framing.writeHeader(header, id);
    assertThat(framed).startsWith(header);
  }

  @Test
  void shouldTellWhatIsNotFramed() {
    assertThat(Framing.schemaId(new byte[0])).isEqualTo(Framing.NOT_FRAMED);
    assertThat(Framing.schemaId(new byte[] {0, 0, 0, 1})).isEqualTo(Framing.NOT_FRAMED);
    assertThat(Framing.schemaId(new byte[] {1, 0, 0, 0, 1})).isEqualTo(Framing.NOT_FRAMED);
    assertThat(Framing.schemaId(new byte[] {0, -1, -1, -1, -1})).isEqualTo(Framing.NOT_FRAMED);
    assertThat(Framing.schemaId(new byte[] {0, -128, 0, 0, 1})).isEqualTo(Framing.NOT_FRAMED);
  }

  @Test
  void shouldReadTheEventTimeThatAvroWrote() throws IOException {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      long timeMs = random.nextLong() >> random.nextInt(64);
      var out = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      encoder.writeLong(timeMs);
      encoder.writeString("and more");

      byte[] framed = Framing.frame(101, out.toByteArray());

      assertThat(Framing.eventTimeMs(framed)).as("seed %d", seed).isEqualTo(timeMs);
    }
  }

  @Test
  void shouldTellWhereThereIsNoEventTime() {
    assertThat(Framing.eventTimeMs(new byte[0])).isEqualTo(Framing.NO_TIME);
    assertThat(Framing.eventTimeMs(Framing.frame(101, new byte[0]))).isEqualTo(Framing.NO_TIME);
    assertThat(Framing.eventTimeMs(Framing.frame(101, new byte[] {-1}))).isEqualTo(Framing.NO_TIME);
    byte[] endless = new byte[20];
    java.util.Arrays.fill(endless, (byte) -1);
    assertThat(Framing.eventTimeMs(Framing.frame(101, endless))).isEqualTo(Framing.NO_TIME);
  }
}
