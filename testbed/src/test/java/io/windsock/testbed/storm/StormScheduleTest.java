package io.windsock.testbed.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StormScheduleTest {
  private static final long SEED = Long.getLong("windsock.seed", System.nanoTime());
  private static final List<StormPattern> PATTERNS = List.of(StormPattern.values());
  private static final List<URI> SITES = List.of(URI.create("http://127.0.0.1:1"));

  private static StormSchedule schedule(
      StormPattern pattern, int clients, long rampMs, double rate, long durationMs) {
    return StormSchedule.of(
        new StormOptions(
            SITES,
            "all",
            clients,
            pattern,
            Duration.ofMillis(rampMs),
            rate,
            Duration.ofMillis(durationMs),
            Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "burst, 5000, 2000, 7, 30000, 5000",
    "burst, 1, 0, 7, 0, 1",
    "sine, 10, 2000, 100, 30000, 3000",
    "steps, 10, 2000, 100, 30000, 1800",
    "sine, 10, 2000, 100, 0, 0",
  })
  void shouldHaveSoManyRequests(
      StormPattern pattern, int clients, long rampMs, double rate, long durationMs, long requests) {
    assertThat(schedule(pattern, clients, rampMs, rate, durationMs).requests()).isEqualTo(requests);
  }

  @Test
  void shouldSpreadABurstEvenlyOverItsRamp() {
    StormSchedule burst = schedule(StormPattern.burst, 4, 2_000, 1, 30_000);

    assertThat(List.of(0, 1, 2, 3).stream().map(i -> burst.intendedNs(i) / 1_000_000))
        .containsExactly(0L, 500L, 1_000L, 1_500L);
  }

  /** Requests of 30 s at 100/s by fifths (steps) and by eighths (sine: quarters of its periods). */
  @ParameterizedTest
  @CsvSource({
    "steps, 5, 200 400 600 400 200",
    "sine, 8, 136 614 614 136 136 614 614 136",
  })
  void shouldSendTheRateOfEachPart(StormPattern pattern, int parts, String expected) {
    StormSchedule schedule = schedule(pattern, 10, 0, 100, 30_000);
    long[] counts = new long[parts];
    for (long i = 0; i < schedule.requests(); i++) {
      int part = (int) (schedule.intendedNs(i) * parts / 30_000_000_000L);
      counts[Math.min(parts - 1, part)]++;
    }

    List<Long> wanted = Stream.of(expected.split(" ", -1)).map(Long::valueOf).toList();
    for (int i = 0; i < parts; i++) {
      assertThat(counts[i]).as("part %d", i).isCloseTo(wanted.get(i), within(2L));
    }
  }

  @Test
  void shouldNeverGoBackAndStayWithinItsTime() {
    for (long seed = SEED; seed < SEED + 300; seed++) {
      var random = new Random(seed);
      StormPattern pattern = PATTERNS.get(random.nextInt(PATTERNS.size()));
      long spanMs = random.nextLong(1, 60_000);
      StormSchedule schedule =
          schedule(pattern, 1 + random.nextInt(500), spanMs, 1 + random.nextInt(200), spanMs);
      long before = 0;
      for (long i = 0; i < Math.min(2_000, schedule.requests()); i++) {
        long intended = schedule.intendedNs(i);
        assertThat(intended)
            .as("seed %d, %s, request %d", seed, pattern, i)
            .isBetween(before, spanMs * 1_000_000);
        before = intended;
      }
    }
  }
}
