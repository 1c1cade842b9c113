package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.experiment.Scale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static int[] changes(boolean withoutEffect) {
    Scale scale = new Scale(false, 1, 3, Scale.Calls.FOUND, withoutEffect);
    return IntStream.range(0, 10).filter(second -> Changes.changesAt(second, scale)).toArray();
  }

  @Test
  void shouldChangeTheMirroringEveryThreeSeconds() {
    assertThat(changes(false)).containsExactly(3, 6, 9);
  }

  /** A change to the same function is one, too: controller and topology put an epoch in force. */
  @Test
  void shouldChangeNothingWithoutEffect() {
    assertThat(changes(true)).isEmpty();
  }
}
