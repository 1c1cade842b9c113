package io.windsock.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.bench.Ramp.Step;
import io.windsock.evaluation.load.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RampTest {
  /** Steps of 100, 200, ... events per second, with these mean delays. */
  @ParameterizedTest
  @CsvSource({
    "80 90 120 400 1600, 300", // late from 400 on
    "80 900 120 90 310 700, 400", // a disturbance that passes does not count
    "80 90 120, 300", // never late: the last
    "400 600 1600, 100", // always late: the first
    "80 300 300.1 Infinity, 200", // nothing arrived at all at the end
    "400, 100",
  })
  void shouldFindTheLastRateInTime(String delaysMs, double expected) {
    List<Step> steps = new ArrayList<>();
    for (String ms : delaysMs.split(" ", -1)) {
      steps.add(new Step(100 * (steps.size() + 1), Double.parseDouble(ms)));
    }

    assertThat(Ramp.lastInTime(steps, FullLoad.LATE_MS)).isEqualTo(expected);
  }

  @Test
  void shouldTakeALongerDelayForInTimeBesideRequests() {
    List<Step> steps = List.of(new Step(100, 400), new Step(200, 1_000), new Step(300, 1_001));

    assertThat(Ramp.lastInTime(steps, FullLoad.LATE_BESIDE_MS)).isEqualTo(200);
  }

  /** A ramp from 600 to 1,600 events per second. */
  @ParameterizedTest
  @CsvSource({
    "1000, 0, ''",
    "701, 500, ''",
    "1499, 500, ''",
    "700, 0, late from the beginning",
    "1500, 0, in time to the end",
    "1000, 501, sent 501 ms late",
  })
  void shouldSayWhyARateDoesNotCount(double found, long latestMs, String fault) {
    long latestNs = TimeUnit.MILLISECONDS.toNanos(latestMs);

    assertThat(Ramp.fault(found, new Pace(600, 1_600, 20), latestNs)).isEqualTo(fault);
  }
}
