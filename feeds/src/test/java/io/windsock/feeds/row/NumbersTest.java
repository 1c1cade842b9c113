package io.windsock.feeds.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+7",
        "51.97743283956071",
        "-1.1606967435865934",
        "14515.239837559373",
        ".5",
        "5.",
        "1e3",
        "1E-7",
        "-2.5e+2",
        "9007199254740993",
        "123456789012345678901234567890",
        "0.000000000000000000000000000001",
        "1e-320",
        " 12 ",
        "1.7976931348623157e308"
      })
  void shouldGiveWhatJavaGives(String text) {
    assertThat(Numbers.parse(text)).isEqualTo(Double.parseDouble(text.strip()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-",
        "+",
        ".",
        "e5",
        "1e",
        "1e+",
        "1.2.3",
        "1,5",
        "0x10",
        "1f",
        "1d",
        "NaN",
        "Inf",
        "-Infinity",
        "1 2",
        "--1",
        "1e99999",
        "1e400",
        "١"
      })
  void shouldRefuseWhatIsNoPlainNumber(String text) {
    assertThat(Numbers.parse(text)).isNaN();
  }

  @Test
  void shouldGiveWhatJavaGivesForRandomNumbers() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      String text =
          switch (i % 3) {
            case 0 -> Double.isFinite(value) ? Double.toString(value) : "1";
            case 1 -> Double.toString(random.nextGaussian() * 180);
            default -> Long.toString(random.nextLong() >>> random.nextInt(60));
          };
      assertThat(Numbers.parse(text))
          .as("seed %d: %s", seed, text)
          .isEqualTo(Double.parseDouble(text));
    }
  }
}
