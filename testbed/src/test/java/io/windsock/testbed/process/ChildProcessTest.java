package io.windsock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ChildProcessTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final List<String> GERMAN = List.of("-Duser.language=de", "-Duser.country=DE");

  /** Prints its arguments; then it ends if there are none, or else when its standard input does. */
  static final class Printer {
    private Printer() {}

    public static void main(String[] args) throws IOException {
      List.of(args).forEach(System.out::println);
      while (args.length > 0 && System.in.read() >= 0) {
        // Only the end matters.
      }
    }
  }

  /** Runs on when its standard input ends. */
  static final class Stubborn {
    private Stubborn() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println("ready");
      new CountDownLatch(1).await();
    }
  }

  /** What it held, such as its control group, can be deleted then. */
  @Test
  void shouldHaveEndedOnceItIsClosedThoughItHadToBeKilled() {
    ChildProcess child = ChildProcess.start(Stubborn.class, List.of(), List.of());
    child.await("ready");

    child.close(100);

    assertThat(child.isAlive()).isFalse();
  }

  /** Prints a number as its locale has it. */
  static final class NumberPrinter {
    private NumberPrinter() {}

    public static void main(String[] args) {
      System.out.println("ready " + "%,.1f".formatted(1234.5));
    }
  }

  private static ChildProcess start(String... lines) {
    return ChildProcess.start(Printer.class, List.of("-Xshare:auto"), List.of(lines));
  }

  @Test
  void shouldReturnTheRestOfTheLineThatComesInTime() {
    try (ChildProcess child = start("other", "ready http://127.0.0.1:1")) {
      assertThat(child.await("ready", LONG)).isEqualTo("http://127.0.0.1:1");
      assertThat(child.isAlive()).isTrue();
    }
  }

  @Test
  void shouldKillAProcessThatDoesNotPrintTheLineInTime() {
    try (ChildProcess child = start("other")) {
      assertThat(child.await("ready", Duration.ofMillis(500))).isNull();
      assertThat(child.isAlive()).isFalse();
    }
  }

  @Test
  void shouldSayThatAProcessEndedByItself() {
    try (ChildProcess child = start()) {
      assertThatThrownBy(() -> child.await("ready", LONG))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ended without printing 'ready'");
    }
  }

  @Test
  void shouldPrintNumbersAlikeInEveryLocale() {
    try (ChildProcess child = ChildProcess.start(NumberPrinter.class, GERMAN, List.of())) {
      assertThat(child.await("ready")).isEqualTo("1,234.5");
    }
  }
}
