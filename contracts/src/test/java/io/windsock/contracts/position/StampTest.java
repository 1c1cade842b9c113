package io.windsock.contracts.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampTest {
  private static final long SEED = Long.getLong("windsock.seed", System.nanoTime());

  private static Stamp stamp(long... next) {
    return new Stamp(next);
  }

  @Test
  void shouldReadBackItsText() {
    assertThat(stamp(12, 0, 7)).hasToString("12.0.7");
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      Stamp stamp = random(random);

      assertThat(Stamp.parse(stamp.toString())).as("seed %d", SEED).isEqualTo(stamp);
    }
  }

  private static Stamp random(Random random) {
    long[] next = new long[1 + random.nextInt(8)];
    for (int i = 0; i < next.length; i++) {
      next[i] = random.nextLong() >>> (1 + random.nextInt(63));
    }
    return new Stamp(next);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ".", "1.", ".1", "1..2", "-1", "1.-2", "+1", "01", "1.a", " 1", "1 ", "٣", "0x1"
      })
  void shouldRefuseWhatItCannotHaveWritten(String text) {
    assertThatThrownBy(() -> Stamp.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a stamp: '" + text + "'");
  }

  @Test
  void shouldAnswerHostileTextsWithARefusalOrTheStampOfThatText() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      String text = hostile(random);
      try {
        assertThat(Stamp.parse(text)).as("seed %d", SEED).hasToString(text);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).startsWith("not a stamp: '").hasSizeLessThan(120);
      }
    }
  }

  private static String hostile(Random random) {
    StringBuilder text = new StringBuilder();
    String likely = "0123456789..-+ eE_";
    for (int n = random.nextInt(200); n > 0; n--) {
      text.append(
          random.nextInt(50) == 0
              ? (char) random.nextInt(0x10000)
              : likely.charAt(random.nextInt(likely.length())));
    }
    return text.toString();
  }

  @Test
  void shouldRefuseANegativeOffset() {
    assertThatThrownBy(() -> stamp(1, -2)).hasMessage("a stamp with offset -2");
  }

  @Test
  void shouldCoverComponentByComponent() {
    assertThat(stamp(3, 3).covers(stamp(3, 2))).isTrue();
    assertThat(stamp(3, 3).covers(stamp(2, 4))).isFalse();
    assertThat(stamp(2, 4).covers(stamp(3, 3))).isFalse();
    assertThat(stamp(3, 3).covers(stamp(3))).isFalse();
  }

  @Test
  void shouldBeTheListThatAMarkerCarries() {
    assertThat(Stamp.of(List.of(4L, 5L))).isEqualTo(stamp(4, 5));
    assertThat(stamp(4, 5).next(1)).isEqualTo(5);
    assertThat(stamp(4, 5).size()).isEqualTo(2);
  }
}
