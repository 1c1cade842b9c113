package io.windsock.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayWindowTest {
  private static final long MS = 1_000_000;
  private static final Duration SETTLING = Duration.ofSeconds(2);

  /** A node that executes so many events a second, none sooner than after a time. */
  private static final class Node {
    private final double perMs;
    private final int leastMs;
    private final long[] sentBy = new long[10_000];
    private double executed;

    Node(double perSecond, int leastMs) {
      perMs = perSecond / 1000;
      this.leastMs = leastMs;
    }

    long executed(int ms) {
      long arrived = ms < leastMs ? 0 : sentBy[ms - leastMs];
      executed = Math.min((double) arrived, executed + perMs);
      return (long) executed;
    }
  }

  @ParameterizedTest
  @CsvSource({"20000, 20000, 50", "20000, 5000, 50", "20000, 60000, 50", "300, 1000, 200"})
  void shouldSaturateTheNodeWhateverWasExpected(double perSecond, double expected, int leastMs) {
    Node node = new Node(perSecond, leastMs);
    DelayWindow window = new DelayWindow(expected, 0, SETTLING);
    long sent = 0;
    long executed = 0;
    for (int ms = 0; ms < 8_000; ms++) {
      executed = node.executed(ms);
      sent = Math.max(sent, window.allowed(executed, ms * MS));
      node.sentBy[ms] = sent;
    }

    assertThat(window.perSecond()).isCloseTo(perSecond, withPercentage(2));
    double delayMs = (sent - executed) / perSecond * 1000;
    assertThat(delayMs).isCloseTo((double) DelayWindow.DELAY.toMillis(), withPercentage(10));
  }

  @Test
  void shouldNotSendAtOnceWhatBecomesFreeAtOnce() {
    DelayWindow window = new DelayWindow(1_000, 0, SETTLING);

    assertThat(window.allowed(0, 20 * MS)).isBetween(20L, 50L);
    assertThat(window.allowed(0, 40 * MS)).isBetween(40L, 90L);
  }

  @Test
  void shouldSendNoMoreThanTheWindowWhileNothingIsExecuted() {
    DelayWindow window = new DelayWindow(1_000, 0, SETTLING);

    for (int ms = 0; ms < 450; ms += 20) {
      assertThat(window.allowed(0, ms * MS)).isLessThanOrEqualTo(600);
    }
    assertThat(window.allowed(0, 499 * MS)).isEqualTo(600);
    assertThat(window.allowed(100, 1_000 * MS)).isGreaterThan(100);
  }

  @Test
  void shouldNotInventARate() {
    DelayWindow window = new DelayWindow(1_000, 0, SETTLING);
    var unused = window.allowed(100, 1_000 * MS);

    assertThatThrownBy(window::perSecond).isInstanceOf(IllegalStateException.class);
  }
}
