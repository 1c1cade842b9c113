package io.windsock.control.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListeningTest {
  private final Listening listening = new Listening(10_000, 500);

  @Test
  void shouldListenSinceTheStart() {
    for (long nowMs = 1500; nowMs < 60_000; nowMs += 5000) {
      assertThat(listening.look(nowMs)).isEqualTo(500);
    }
  }

  @Test
  void shouldBeginAnewAfterAPause() {
    assertThat(listening.look(1500)).isEqualTo(500);
    assertThat(listening.look(6501)).isEqualTo(6501);
    assertThat(listening.look(7501)).isEqualTo(6501);
  }

  @Test
  void shouldBeginAnewOnceBrokersAnswerAgain() {
    assertThat(listening.look(1500)).isEqualTo(500);
    listening.cutOff();
    listening.cutOff();
    assertThat(listening.look(2500)).isEqualTo(2500);
    assertThat(listening.look(3500)).isEqualTo(2500);
  }
}
