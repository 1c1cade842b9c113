package io.windsock.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ExperimentCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int execute(String... args) {
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(errors))
        .execute(args);
  }

  @Test
  void shouldListEachExperimentOnce() {
    assertThat(execute("list")).isZero();

    List<String> names = out.toString().lines().map(line -> line.split("\\s+", 2)[0]).toList();
    assertThat(names)
        .doesNotHaveDuplicates()
        .contains("figure-4", "figure-9", "storm", "gateway-sites", "scale-check", "link-stages")
        .allMatch(name -> name.matches("[a-z0-9]+(-[a-z0-9]+)*"));
  }

  @Test
  void shouldListGroupsAndTimes() {
    assertThat(execute("list")).isZero();

    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("figure-4 +mirroring +.*"))
        .anyMatch(line -> line.matches("gateway-sites +gateways +[0-9]+ min +.*"));
  }

  @Test
  void shouldNameTheGroupsWhereANameIsUnknown() {
    assertThat(execute("run", "figure-3", "--out", "unused")).isNotZero();
    assertThat(errors).asString().contains("all, or of mirroring, gateways, scale, link, figure-4");
  }

  @Test
  void shouldAskForAFolder() {
    assertThat(execute("run", "figure-4")).isNotZero();
    assertThat(errors).asString().contains("--out");
  }
}
