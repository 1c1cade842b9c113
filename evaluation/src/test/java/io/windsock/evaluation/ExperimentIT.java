package io.windsock.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.node.MachineFailure;
import io.windsock.evaluation.node.Node;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

/**
 * Runs some experiments in their short form, from nodes to page, and checks which data there is,
 * and of its values only those that hold on any machine. Needs httperf; where control groups can't
 * be created, the command must fail.
 */
@Tag("alone")
@Isolated("measures the machine's load, and LinkExperimentsIT in the same JVM runs side by side")
class ExperimentIT {
  /**
   * The least that a slow site of two must cause, in percent: a quarter of the calls are first
   * asked there while it is slow.
   */
  private static final double SLOW_REISSUED = 5;

  private final Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  ExperimentIT(@TempDir Path folder) {
    this.folder = folder;
  }

  private int execute(String... args) {
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(errors))
        .execute(args);
  }

  private static boolean nodesArePossible() {
    try (Node node = Node.create("probe")) {
      return node.use().periods() >= 0;
    } catch (MachineFailure e) {
      return false;
    }
  }

  @Test
  void shouldMeasureWhatAMirrorCosts() throws Exception {
    int code = execute("run", "scale-check", "--quick", "--out", folder.toString());

    if (!nodesArePossible()) {
      assertThat(code).isNotZero();
      return;
    }
    assertThat(errors).hasToString("");
    assertThat(code).isZero();
    Table rows = RowFile.read(folder.resolve("scale-check/rows.csv"));
    assertThat(rows.values("a busy log", 1, "site-us")[0]).isPositive();
    assertThat(rows.values("a busy log", 1, "updates")[0]).isPositive();
    assertThat(rows.values("many displays", 2, "requests")[0]).isPositive();
    assertThat(rows.values("many displays", 2, "site-bytes")[0]).isGreaterThan(50e6);
    assertThat(folder.resolve("README.md")).content().contains("Predicted / measured memory");
  }

  @Test
  void shouldMeasureWhatCallsCost() throws Exception {
    int code = execute("run", "scale-calls", "--quick", "--out", folder.toString());

    if (!nodesArePossible()) {
      assertThat(code).isNotZero();
      return;
    }
    assertThat(errors).hasToString("");
    assertThat(code).isZero();
    Table rows = RowFile.read(folder.resolve("scale-calls/rows.csv"));
    String fitted = "two sites, 10,000 keys";
    assertThat(rows.values(fitted, 1_000, "passed")[0]).isBetween(1.0, 2_000.0);
    assertThat(rows.values(fitted, 1_000, "gateway-us")[0]).isPositive();
    assertThat(rows.values(fitted, 1_000, "call-us")[0]).isPositive();
    assertThat(rows.values(fitted, 1_000, "gateway-kb")[0])
        .isGreaterThan(rows.values(fitted, 200, "gateway-kb")[0]);
  }

  @Test
  void shouldMakeCallsWhileMembersFailAndJoin() throws Exception {
    int code =
        execute("run", "gateway-faults", "--quick", "--rate", "900", "--out", folder.toString());

    if (!nodesArePossible()) {
      assertThat(code).isNotZero();
      return;
    }
    assertThat(errors).hasToString("");
    assertThat(code).isZero();
    Table rows = RowFile.read(folder.resolve("gateway-faults/rows.csv"));
    assertThat(rows.settings()).hasSize(8);
    assertThat(About.read(folder.resolve("gateway-faults/about.json")).settings())
        .containsEntry("calls per second", "900");
    for (String fault : rows.settings()) {
      assertThat(rows.values(fault, 0, "duplicates")).as(fault).containsOnly(0);
    }
    for (String fault : List.of("a site killed", "a gateway killed", "a site stopped for 2 s")) {
      assertThat(rows.values(fault, 0, "detectionMs")[0]).as(fault).isPositive();
    }
    for (String fault : List.of("a site added", "a gateway added")) {
      assertThat(rows.values(fault, 0, "joinedSeconds")[0]).as(fault).isPositive();
    }
    // Not compared with the run without a fault: where processors are short, that has many, too.
    assertThat(rows.values("a site 99 ms slow", 0, "reissuedPercent")[0])
        .isGreaterThan(SLOW_REISSUED);
    Table lines = RowFile.read(folder.resolve("gateway-faults/lines.csv"));
    assertThat(lines.measures()).containsExactly("inTimePercent");
    assertThat(lines.settings()).containsExactlyInAnyOrderElementsOf(rows.settings());
    assertThat(folder.resolve("gateway-faults/in-time-over-time.svg")).isNotEmptyFile();
  }

  @Test
  void shouldRunAndReport() throws Exception {
    int code = execute("run", "figure-4", "figure-9", "--quick", "--out", folder.toString());

    if (!nodesArePossible()) {
      assertThat(code).isNotZero();
      return;
    }
    assertThat(errors).hasToString("");
    assertThat(code).isZero();
    Table sequences = RowFile.read(folder.resolve("figure-4/rows.csv"));
    assertThat(sequences.settings()).containsExactlyInAnyOrder("none", "simple", "selective");
    assertThat(sequences.values("simple", 200, "centralSeconds")).hasSize(1);
    assertThat(sequences.values("simple", 200, "centralUs")[0]).isPositive();
    Table bursts = RowFile.read(folder.resolve("figure-9/rows.csv"));
    assertThat(bursts.values("simple", 0, "answered")[0]).isPositive();
    assertThat(bursts.values("simple", 0, "changes")[0]).isZero();
    assertThat(bursts.values("simple", 0, "overload")[0]).isPositive();
    assertThat(RowFile.read(folder.resolve("figure-9/lines.csv")).measures())
        .contains("meanDelayMs", "stalenessMs");
    assertThat(About.read(folder.resolve("figure-4/about.json")).nodes()).hasSize(2);
    About shared = About.read(folder.resolve("figure-9/about.json"));
    assertThat(shared.nodes().get(0).cpus()).isEqualTo(1.0); // twice a half
    assertThat(shared.notes())
        .contains("The nodes are those of the experiment before, which were warm.");
    assertThat(folder.resolve("README.md")).content().contains("figure-4/overhead.png");
    assertThat(folder.resolve("figure-9/delay-over-time.svg")).isNotEmptyFile();
  }
}
