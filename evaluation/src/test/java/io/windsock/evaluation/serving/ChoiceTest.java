package io.windsock.evaluation.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChoiceTest {
  @ParameterizedTest
  @EnumSource(Choice.class)
  void shouldPinAFunctionOrLetAPolicyDecide(Choice choice) {
    Class<?> last = choice.isFunction() ? Pin.class : Release.class;

    assertThat(choice.calls(false)).last().isInstanceOf(last);
    assertThat(Choice.of(choice.text())).isEqualTo(choice);
  }

  @ParameterizedTest
  @EnumSource(Choice.class)
  void shouldMirrorEverythingWithoutEffect(Choice choice) {
    assertThat(choice.calls(true)).isEqualTo(Choice.SIMPLE.calls(false));
  }
}
