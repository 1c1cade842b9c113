package io.windsock.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventHeadersTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 255, 256, 1L << 40, Long.MAX_VALUE, -1, Long.MIN_VALUE})
  void shouldReadBackASequence(long sequence) {
    assertThat(EventHeaders.sequence(EventHeaders.sequence(sequence))).isEqualTo(sequence);
  }

  @Test
  void shouldWriteASequenceBigEndian() {
    assertThat(EventHeaders.sequence(0x0102030405060708L)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void shouldReadBackATimeWithheld() {
    assertThat(EventHeaders.withheld(1_234)).containsExactly(0, 0, 4, (byte) 0xd2);
    assertThat(EventHeaders.withheld(EventHeaders.withheld(1_234))).isEqualTo(1_234);
    assertThat(EventHeaders.withheld(EventHeaders.withheld(Long.MAX_VALUE)))
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(EventHeaders.withheld(new byte[] {-1, 0, 0, 0})).isZero();
    assertThat(EventHeaders.withheld(new byte[8])).isZero();
    assertThat(EventHeaders.withheld(null)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 9})
  void shouldRefuseAHeaderOfAnotherLength(int length) {
    assertThatThrownBy(() -> EventHeaders.sequence(new byte[length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a sequence header of " + length + " bytes");
  }
}
