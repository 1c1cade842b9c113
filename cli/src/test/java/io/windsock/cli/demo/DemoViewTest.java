package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoViewTest {
  private static final DemoView.Parts PARTS =
      new DemoView.Parts(
          "http://127.0.0.1:8090/console",
          "http://127.0.0.1:8080/board?airport=EGLL",
          "running  x10",
          "running",
          "normal  epoch 1  policy thresholds  because it was set so by a first start",
          "no storm yet",
          List.of("SITE", "central", "mirror-1", "mirror-2"),
          List.of("GATEWAY", "gateway-1"));

  @ParameterizedTest
  @CsvSource({"80, 24", "70, 24", "50, 10", "20, 3"})
  void shouldFitTheTerminalAndKeepTheConsoleAndTheKeys(int width, int height) {
    List<String> lines = DemoView.arranged(PARTS).fitted(width, height);

    assertThat(lines).hasSizeLessThan(height).allMatch(line -> line.length() < width);
    assertThat(lines).anyMatch(line -> line.startsWith("console   "));
    assertThat(lines).anyMatch(line -> line.startsWith("space pause"));
  }

  @Test
  void shouldShowAllWhereThereIsRoom() {
    List<String> lines = DemoView.arranged(PARTS).fitted(200, 50);

    assertThat(lines)
        .contains("board     " + PARTS.board(), "topology  running", "mirror-2", "gateway-1");
  }

  @Test
  void shouldShowTheSitesOfTheDemoOnTenLines() {
    List<String> lines = DemoView.arranged(PARTS).fitted(50, 10);

    assertThat(lines).contains("central", "mirror-1", "mirror-2").doesNotContain("");
  }
}
