package io.windsock.evaluation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windsock.contracts.config.Failure;
import io.windsock.testbed.process.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AboutTest {
  private final Path file;

  AboutTest(@TempDir Path folder) {
    this.file = folder.resolve("about.json");
  }

  private static About about() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("z", "first");
    settings.put("a", "second");
    return new About(
        "adapt",
        Instant.parse("2026-03-01T12:00:00Z"),
        90.5,
        new Build("1.0", "abc"),
        Host.current(),
        settings,
        List.of(new NodeLine("mirror-1", 0.5, "a site")),
        List.of(new Ceiling("requests", "a bare server", 40_000, 10_000)),
        List.of("a note"));
  }

  @Test
  void shouldReadWhatItWrote() throws IOException {
    about().write(file);
    assertThat(About.read(file)).isEqualTo(about());
    assertThat(About.read(file).settings().keySet()).containsExactly("z", "a");
    assertThat(Files.readString(file)).contains("\"started\" : \"2026-03-01T12:00:00Z\"");
  }

  @Test
  void shouldKeepTheFormerDescriptionWhereWritingFails() throws IOException {
    about().write(file);
    Path obstacle = Files.createDirectory(file.resolveSibling("about.json.part"));

    assertThatThrownBy(() -> about().write(file)).isInstanceOf(IOException.class);

    assertThat(About.read(file)).isEqualTo(about());
    assertThat(obstacle).doesNotExist();
  }

  @Test
  void shouldReplaceTheFormerDescriptionAndLeaveNoOtherFile() throws IOException {
    Files.writeString(file, "{");

    about().write(file);

    assertThat(About.read(file)).isEqualTo(about());
    assertThat(file.resolveSibling(".").toFile().list()).containsExactly("about.json");
  }

  @Test
  void shouldNameTheFileThatDescribesNothing() throws IOException {
    for (String text : List.of("", "{", "[]", "{\"experiment\": \"adapt\"}", "{\"started\": 1}")) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> About.read(file))
          .isInstanceOf(Failure.class)
          .hasMessageStartingWith(file + " does not describe an experiment");
    }
  }

  @Test
  void shouldRejectATimeThatIsNone() throws IOException {
    about().write(file);
    Files.writeString(file, Files.readString(file).replace("2026-03-01T12", "yesterday"));
    assertThatThrownBy(() -> About.read(file)).isInstanceOf(Failure.class);
  }

  @Test
  void shouldGiveTheUsedShareOfACeiling() {
    assertThat(new Ceiling("g", "b", 40_000, 10_000).share()).isEqualTo(0.25, within(1e-9));
  }

  @Test
  void shouldDescribeThisMachine() {
    Host host = Host.current();
    assertThat(host.processors()).isPositive();
    assertThat(host.memoryBytes()).isPositive();
    assertThat(List.of(host.os(), host.cpu(), host.kernel(), host.jdk())).doesNotContain("");
  }

  @Test
  void shouldReadTheFirstValueOfAField() throws IOException {
    Files.writeString(file, "NAME=\"A\"\nPRETTY_NAME=\"An OS 1\"\nPRETTY_NAME=B\n");
    assertThat(Host.field(file, "PRETTY_NAME", '=', "?")).isEqualTo("An OS 1");
    assertThat(Host.field(file, "MISSING", '=', "?")).isEqualTo("?");
    assertThat(Host.field(file.resolveSibling("none"), "NAME", '=', "?")).isEqualTo("?");
  }

  @Test
  void shouldTakeTheCommitFromThePropertyFirst() {
    System.setProperty(Build.COMMIT_PROPERTY, "from-property");
    try {
      assertThat(Build.current().commit()).isEqualTo("from-property");
    } finally {
      System.clearProperty(Build.COMMIT_PROPERTY);
    }
    assertThat(Build.current().commit()).matches("[0-9a-f]{40}(-dirty)?|unknown");
  }
}
