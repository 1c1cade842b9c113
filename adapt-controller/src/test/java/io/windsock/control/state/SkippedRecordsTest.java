package io.windsock.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SkippedRecordsTest {
  private final List<String> lines = new ArrayList<>();
  private final SkippedRecords skipped = new SkippedRecords(lines::add);

  @Test
  void shouldReportALineForEachTopic() {
    for (int offset = 226; offset < 1_426; offset++) {
      skipped.add("monitor", offset, "SiteSample#5: cut short");
    }
    skipped.add("decisions", 7, "a record of another type");
    skipped.report();
    assertThat(lines)
        .containsExactly(
            "monitor-0: skipped 1,200 records; the first, @226: SiteSample#5: cut short",
            "decisions-0@7: skipped: a record of another type");
  }

  @Test
  void shouldReportARecordOnce() {
    skipped.add("monitor", 1, "SiteSample#5: cut short");
    skipped.report();
    skipped.report();
    assertThat(lines).hasSize(1);
  }
}
