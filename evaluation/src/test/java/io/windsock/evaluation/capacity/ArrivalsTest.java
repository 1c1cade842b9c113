package io.windsock.evaluation.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalsTest {
  @ParameterizedTest
  @CsvSource({
    // events/s, partitions, keys, commits, partition commits, changed keys
    "0,       6, 100,  0,  0,     0",
    "4,       6, 100,  4,  4,     4",
    "10,      6, 100,  10, 10,    10",
    "20,      2, 100,  10, 15,    19.9",
    "100,     1, 1,    10, 10,    10",
    "1000000, 6, 1000, 10, 60,    10000",
    "1000,    6, 1e9,  10, 60,    1000",
  })
  void shouldCountWhatTransactionsTouch(
      double events,
      double partitions,
      double keys,
      double commits,
      double partitionCommits,
      double changedKeys) {
    assertThat(Arrivals.commits(events)).isEqualTo(commits);
    assertThat(Arrivals.partitionCommits(events, partitions))
        .isCloseTo(partitionCommits, within(0.01));
    assertThat(Arrivals.changedKeys(events, keys)).isCloseTo(changedKeys, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "10, 9.95", "1000, 632.1", "100000, 1000"})
  void shouldCountBatches(double calls, double batches) {
    assertThat(Arrivals.batches(calls)).isCloseTo(batches, within(0.1));
  }
}
