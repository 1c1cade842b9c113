package io.windsock.link.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
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
  void shouldBeginOnceInAProcessIfItsJvmHasASecondCompiler() {
    List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
    boolean first = CipherWarmUp.start();

    assertThat(CipherWarmUp.start()).isFalse();
    assertThat(CipherWarmUp.compiles()).isEqualTo(!options.contains("-XX:TieredStopAtLevel=1"));
    assertThat(first && !CipherWarmUp.compiles()).isFalse();
  }
}
