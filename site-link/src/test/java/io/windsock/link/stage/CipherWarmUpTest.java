package io.windsock.link.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CipherWarmUpTest {
  @Test
  void shouldEndOnceLargePiecesAreFastOrItTakesTooLong() {
    assertThat(CipherWarmUp.now())
        .isBetween(CipherWarmUp.ROUNDS_PER_LARGE, CipherWarmUp.MOST_ROUNDS);
  }

  @Test
  void shouldBeginOnceInAProcess() {
    var unused = CipherWarmUp.start();

    assertThat(CipherWarmUp.start()).isFalse();
  }
}
