package io.windsock.link.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartCountTest {
  @ParameterizedTest
  @CsvSource({
    // threads at the primary and the backup site, KiB; parts
    "1, 1, 4096, 1",
    "4, 1, 4096, 4",
    "1, 4, 4096, 4",
    "2, 8, 4096, 8",
    "1, 64, 131072, 64",
    "1, 4, 47, 2", // two parts of 16 KiB at least
    "1, 4, 15, 1",
    "1, 4, 0, 1",
    "4, 8, 15, 4", // its own threads have their parts, however small
  })
  void shouldDivideForTheSiteWithMoreThreads(int primary, int backup, long kibibytes, int parts) {
    assertThat(PartCount.of(primary, backup, kibibytes << 10)).isEqualTo(parts);
  }
}
