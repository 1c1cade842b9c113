package io.windsock.feeds.replay.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpeedTest {
  @ParameterizedTest
  @CsvSource({"x1, x1", "60, x60", "x0.5, x0.5", "2.50, x2.5", "max, max", "MAX, max"})
  void shouldReadWhatPeopleWrite(String text, String shown) {
    assertThat(Speed.parse(text)).hasToString(shown);
    assertThat(Speed.parse(shown)).isEqualTo(Speed.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "fast", "0", "x0", "-1", "NaN", "Infinity", "x0.001", "1e999"})
  void shouldRefuseWhatIsNoSpeed(String text) {
    assertThatThrownBy(() -> Speed.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("x60");
  }

  @Test
  void shouldStepUpToMaxAndBack() {
    assertThat(new Speed(60).faster()).isEqualTo(new Speed(120));
    assertThat(new Speed(7).faster()).isEqualTo(new Speed(10));
    assertThat(new Speed(7).slower()).isEqualTo(new Speed(5));
    assertThat(new Speed(1200).faster()).isEqualTo(Speed.MAX);
    assertThat(Speed.MAX.faster()).isEqualTo(Speed.MAX);
    assertThat(Speed.MAX.slower()).isEqualTo(new Speed(1200));
    assertThat(new Speed(0.1).slower()).isEqualTo(new Speed(0.1));
  }
}
