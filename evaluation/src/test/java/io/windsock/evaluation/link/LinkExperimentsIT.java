package io.windsock.evaluation.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.ExperimentCommand;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.line.PacketLine;
import io.windsock.evaluation.link.lab.CopyRate;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

/**
 * Runs the experiments of links in their short form, and checks which data there is, not how good
 * it is: two run side by side, and share the processors. That against MirrorMaker is skipped where
 * MirrorMaker was not fetched.
 */
@Tag("alone")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class LinkExperimentsIT {
  private final Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  LinkExperimentsIT(@TempDir Path folder) {
    this.folder = folder;
  }

  private Table run(String name) throws Exception {
    int code =
        new CommandLine(new ExperimentCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(errors))
            .execute("run", name, "--quick", "--out", folder.toString());
    assertThat(errors).hasToString("");
    assertThat(code).isZero();
    return RowFile.read(folder.resolve(name).resolve("rows.csv"));
  }

  @Test
  void shouldCopyByLinkAndByMirrorMaker() throws Exception {
    Assumptions.assumeTrue(new LinkMirrorMaker().missing().isEmpty());

    Table rows = run("link-mirrormaker");

    assertThat(rows.settings())
        .containsExactlyInAnyOrder("MirrorMaker 2, default", "link, compressed and encrypted");
    for (String setting : rows.settings()) {
      assertThat(rows.values(setting, 90, CopyRate.RECORDS)[0]).isPositive();
      assertThat(rows.values(setting, 90, CopyRate.COPIER)[0]).isPositive();
    }
    assertThat(folder.resolve("README.md"))
        .content()
        .contains("of those of MirrorMaker 2, default");
  }

  @Test
  void shouldCopyThroughEachKindOfStages() throws Exception {
    Table rows = run("link-stages");

    assertThat(rows.settings()).hasSize(6).contains("source, read alone", "random load, hybrid");
    for (String setting : rows.settings()) {
      assertThat(rows.values(setting, LinkStages.TRACED_BYTES, CopyRate.MB)[0]).isPositive();
    }
    Table lines = RowFile.read(folder.resolve("link-stages/lines.csv"));
    assertThat(lines.settings()).containsExactly("interval from 15 ms");
    assertThat(lines.values("interval from 15 ms", 1, IntervalTrace.INTERVAL)[0]).isPositive();
    assertThat(folder.resolve("link-stages/figure-6.svg")).isNotEmptyFile();
  }

  @Test
  void shouldMeasureFreshnessThroughALongLine() throws Exception {
    Table rows = run("link-freshness-10");

    assertThat(rows.settings())
        .containsExactlyInAnyOrder(
            "adaptive over 20 ms, 10 Mbit/s", "fixed 5 ms over 20 ms, 10 Mbit/s");
    for (String setting : rows.settings()) {
      // The way there is half of the round trip.
      assertThat(rows.values(setting, 30, FreshnessRun.P50)[0]).isGreaterThanOrEqualTo(10);
      assertThat(rows.values(setting, 30, FreshnessRun.P99)[0])
          .isGreaterThanOrEqualTo(rows.values(setting, 30, FreshnessRun.P50)[0]);
    }
  }

  @Test
  void shouldMeasureFreshnessOverALineThatLosesPackets() throws Exception {
    Assumptions.assumeTrue(PacketLine.missing().isEmpty());
    Table rows = run("link-freshness-loss");

    assertThat(rows.settings())
        .containsExactlyInAnyOrder(
            "adaptive over 20 ms, 5 Mbit/s, 1 % lost", "fixed 5 ms over 20 ms, 5 Mbit/s, 1 % lost");
    for (String setting : rows.settings()) {
      assertThat(rows.values(setting, 30, FreshnessRun.P50)[0]).isGreaterThanOrEqualTo(10);
      assertThat(rows.values(setting, 30, FreshnessRun.LOST)[0]).isBetween(0.0, 5.0);
    }
  }
}
