package io.windsock.evaluation.link.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.evaluation.link.lab.CopyRate.Moment;
import org.junit.jupiter.api.Test;

class RecordsTest {
  @Test
  void shouldHaveTheSizeAskedFor() {
    for (int bytes : new int[] {16, 90, 1_000}) {
      Records records = new Records(bytes, 1);
      assertThat(records.key().length + records.value().length).isEqualTo(bytes);
    }
    assertThatThrownBy(() -> new Records(15, 1)).hasMessageContaining("15 bytes");
  }

  @Test
  void shouldRepeatWithTheSeed() {
    assertThat(new Records(90, 1).value()).isEqualTo(new Records(90, 1).value());
    assertThat(new Records(90, 1).value()).isNotEqualTo(new Records(90, 2).value());
  }

  @Test
  void shouldCompressButNotToNothing() {
    assertThat(Records.compressedShare(1_000)).isBetween(0.1, 0.9);
  }

  @Test
  void shouldTakeRatesBetweenTwoMoments() {
    CopyRate rate =
        CopyRate.between(
            new Moment(0, 1_000, 5_000, 1_000),
            new Moment(2_000_000_000L, 21_000, 45_000, 11_000),
            100 / 1e6);

    assertThat(rate).isEqualTo(new CopyRate(10_000, 1, 20, 5));
  }
}
