package io.windsock.feeds.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ServiceNumbersTest {
  @Property(tries = 3)
  void shouldNameEveryNumberOnce(@ForAll long seed) {
    ServiceNumbers numbers = new ServiceNumbers(seed);
    BitSet seen = new BitSet(ServiceNumbers.COUNT);
    for (int index = 0; index < ServiceNumbers.COUNT; index++) {
      String number = numbers.number(index);
      seen.set(Integer.parseInt(number, 4, number.length(), 10));
    }

    assertThat(seen.cardinality()).isEqualTo(ServiceNumbers.COUNT);
    assertThat(numbers.number(0)).matches("0800[0-9]{7}");
  }

  /** Another Java must give the same numbers. */
  @Test
  void shouldGiveTheNumbersOfASeedEverywhere() {
    ServiceNumbers numbers = new ServiceNumbers(1);

    assertThat(numbers.number(0)).isEqualTo("08003372926");
    assertThat(numbers.number(1)).isEqualTo("08009255949");
    assertThat(numbers.number(ServiceNumbers.COUNT - 1)).isEqualTo("08007489903");
  }

  @Test
  void shouldGiveOtherNumbersForAnotherSeed() {
    assertThat(new ServiceNumbers(2).number(0)).isNotEqualTo(new ServiceNumbers(1).number(0));
  }

  @Test
  void shouldHaveNoNumberOutsideItsRange() {
    ServiceNumbers numbers = new ServiceNumbers(1);

    assertThatThrownBy(() -> numbers.number(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> numbers.number(ServiceNumbers.COUNT))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
