package io.windsock.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;

class EventCodecTest {
  private static final long SEED = Long.getLong("windsock.seed", System.nanoTime());
  private static final int CASES = 120_000;

  private final Catalogue catalogue = Catalogue.builtIn("airline");
  private final EventCodec codec = new EventCodec(catalogue);

  private List<EventType> types() {
    List<EventType> types = new ArrayList<>(catalogue.types());
    types.add(catalogue.stateType());
    return types;
  }

  private byte[] random(EventType type, Random random) {
    var data = new RandomData(type.current().schema(), 1, random.nextLong());
    return codec.encode(type, (GenericRecord) data.iterator().next());
  }

  @Test
  void shouldReadBackWhatItWroteOfEveryType() throws UndecodableException {
    Random random = new Random(SEED);
    for (EventType type : types()) {
      for (int i = 0; i < 200; i++) {
        byte[] framed = random(type, random);

        GenericRecord event = codec.decode(framed);

        assertThat(Framing.schemaId(framed)).isEqualTo(type.current().id());
        assertThat(codec.decode(codec.encode(type, event))).as("seed %d", SEED).isEqualTo(event);
      }
    }
  }

  @Test
  void shouldPutTheEventTimeFirst() throws UndecodableException {
    Random random = new Random(SEED);
    for (EventType type : catalogue.types()) {
      boolean event = type.current().schema().getField("eventTime") != null;
      assertThat(event || type.isOwn()).as("%s", type).isTrue();
      if (event) {
        byte[] framed = random(type, random);
        assertThat(Framing.eventTimeMs(framed)).isEqualTo(codec.decode(framed).get("eventTime"));
      }
    }
  }

  @Test
  void shouldSayWhyARecordIsUndecodable() {
    byte[] whole = random(catalogue.type("BoardingEvent"), new Random(1));

    assertUndecodable(new byte[0], "not in the Confluent framing");
    assertUndecodable(new byte[] {1, 2, 3, 4, 5, 6}, "not in the Confluent framing");
    assertUndecodable(Framing.frame(77, new byte[3]), "unknown schema id 77");
    assertUndecodable(Arrays.copyOf(whole, whole.length + 1), "bytes follow the end of the record");
    assertUndecodable(Arrays.copyOf(whole, 6), "BoardingEvent#121: ");
  }

  private void assertUndecodable(byte[] framed, String reason) {
    assertThatThrownBy(() -> codec.decode(framed))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shouldAnswerAnyBytesWithARecordOrAReason() {
    Random random = new Random(SEED);
    List<EventType> types = types();
    List<byte[]> whole = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      whole.add(random(types.get(random.nextInt(types.size())), random));
    }
    int decoded = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = mutate(whole.get(random.nextInt(whole.size())), random);
      decoded += decodes(bytes, i) ? 1 : 0;
    }
    assertThat(decoded).as("seed %d", SEED).isBetween(CASES / 20, CASES - CASES / 4);
  }

  private boolean decodes(byte[] bytes, int number) {
    try {
      codec.decode(bytes);
      return true;
    } catch (UndecodableException e) {
      assertThat(e.getMessage()).isNotBlank();
      return false;
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      String bytesText = Arrays.toString(bytes);
      throw new AssertionError("seed " + SEED + ", case " + number + ": " + bytesText, e);
    }
  }

  /** Bytes changed, cut, put in, or a length made huge; sometimes nothing but noise. */
  private static byte[] mutate(byte[] framed, Random random) {
    int at = Framing.HEADER_BYTES + random.nextInt(framed.length - Framing.HEADER_BYTES);
    byte[] bytes = framed.clone();
    switch (random.nextInt(7)) {
      case 0 -> bytes[at] = (byte) random.nextInt();
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> bytes = Arrays.copyOf(framed, random.nextInt(framed.length));
      case 3 -> bytes = spliced(framed, at, noise(random, 1 + random.nextInt(4)));
      case 4 -> bytes = spliced(framed, at, hugeNumber(random));
      case 5 -> bytes = Framing.frame(Framing.schemaId(framed), noise(random, random.nextInt(80)));
      default -> {
        for (int n = random.nextInt(8); n > 0; n--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
      }
    }
    return bytes;
  }

  private static byte[] noise(Random random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  /** A varint of 5 to 10 bytes: billions as a length, or less than nothing. */
  private static byte[] hugeNumber(Random random) {
    byte[] number = new byte[5 + random.nextInt(6)];
    Arrays.fill(number, (byte) 0xff);
    number[number.length - 1] = (byte) random.nextInt(16);
    number[0] = (byte) (random.nextBoolean() ? 0xfe : 0xff);
    return number;
  }

  private static byte[] spliced(byte[] framed, int at, byte[] piece) {
    byte[] bytes = Arrays.copyOf(framed, framed.length + piece.length);
    System.arraycopy(piece, 0, bytes, at, piece.length);
    System.arraycopy(framed, at, bytes, at + piece.length, framed.length - at);
    return bytes;
  }
}
