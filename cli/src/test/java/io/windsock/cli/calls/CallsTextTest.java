package io.windsock.cli.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.calls.tally.Latency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallsTextTest {
  private static String line(Counts counts) {
    return CallsText.line(new IntervalResult(7_000, counts, new Latency(0, 0, 0, 0, 0, 0)));
  }

  @ParameterizedTest
  @CsvSource({
    "1_000, 1_000, 100 % in time",
    "1_000_000, 999_999, 99.999 % in time",
    "1_000, 995, 99.500 % in time"
  })
  void shouldSayHowManyAreInTime(String due, String inTime, String said) {
    long all = Long.parseLong(due.replace("_", ""));
    long few = Long.parseLong(inTime.replace("_", ""));
    assertThat(line(new Counts(all, few, 0, all - few, 0, 0, 0, 0, 0, 0))).contains(said);
  }

  /** As where a load is stopped before calls count, or in a second without a call. */
  @Test
  void shouldNotCallAllOfNoCallsInTime() {
    assertThat(line(Counts.NONE)).startsWith("   7 s  0 calls  none in time");
  }
}
