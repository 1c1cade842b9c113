package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.process.ChildProcess;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class LocaleTest {
  /** Runs the command where commas separate decimals, and prints a number at the end. */
  static final class German {
    private German() {}

    public static void main(String[] args) {
      Locale.setDefault(Locale.GERMANY);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> System.out.println("number " + "%,.1f".formatted(1234.5))));
      Windsock.main(new String[] {"--version"});
    }
  }

  @Test
  void shouldPrintNumbersAlikeInEveryLocale() {
    try (ChildProcess child = ChildProcess.start(German.class, List.of(), List.of())) {
      assertThat(child.await("number")).isEqualTo("1,234.5");
    }
  }
}
