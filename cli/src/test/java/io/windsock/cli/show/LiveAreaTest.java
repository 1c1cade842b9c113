package io.windsock.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LiveAreaTest {
  private final StringWriter written = new StringWriter();
  private final LiveArea area = new LiveArea(new PrintWriter(written));

  private String shown(int lines, int width, int height) {
    written.getBuffer().setLength(0);
    LiveLines all = new LiveLines();
    for (int i = 0; i < lines; i++) {
      all.add(i, "line " + i);
    }
    area.show(all, width, height);
    return written.toString();
  }

  @Test
  void shouldGoBackUpByWhatFitted() {
    assertThat(shown(12, 50, 10)).contains("line 8").doesNotContain("line 9");
    assertThat(shown(12, 50, 10)).startsWith("\033[9A").doesNotContain("line 9");
  }

  @Test
  void shouldClearAScreenOfAnotherSize() {
    shown(12, 50, 10);

    assertThat(shown(12, 40, 10)).startsWith("\033[H\033[2J").doesNotContain("A\r");
  }
}
