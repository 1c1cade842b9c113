package io.windsock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
  private static final List<String> GERMAN = List.of("-Duser.language=de", "-Duser.country=DE");

  /** Prints a number as its locale has it. */
  static final class Printing {
    private Printing() {}

    public static void main(String[] args) {
      System.out.println("ready " + "%,.1f".formatted(1234.5));
    }
  }

  @Test
  void shouldPrintNumbersAlikeInEveryLocale() {
    try (ChildProcess child = ChildProcess.start(Printing.class, GERMAN, List.of())) {
      assertThat(child.await("ready")).isEqualTo("1,234.5");
    }
  }
}
