package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejectsFileTest {
  private final Path file;

  RejectsFileTest(@TempDir Path folder) {
    this.file = folder.resolve("feed.rejects");
  }

  @Test
  void shouldWriteEachFaultAsALineOfJson() throws Exception {
    String cut = "x".repeat(FeedFault.MAX_RAW_CHARS - 1) + "✈😀";
    try (RejectsFile rejects = new RejectsFile(file)) {
      rejects.fault(new FeedFault("a \"b\".csv", FeedFault.Unit.LINE, 12, "why", "1,\"2\n\u0000"));
      rejects.fault(new FeedFault("-", FeedFault.Unit.RECORD, 3, "so", cut.replace("✈", "")));
      assertThat(rejects.count()).isEqualTo(2);
    }

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(2);
    var first = new ObjectMapper().readTree(lines.get(0));
    assertThat(first.path("file").asText()).isEqualTo("a \"b\".csv");
    assertThat(first.path("line").asInt()).isEqualTo(12);
    assertThat(first.path("reason").asText()).isEqualTo("why");
    assertThat(first.path("raw").asText()).isEqualTo("1,\"2\n\u0000");
    var second = new ObjectMapper().readTree(lines.get(1));
    assertThat(second.path("record").asInt()).isEqualTo(3);
    assertThat(second.path("raw").asText()).isEqualTo("x".repeat(FeedFault.MAX_RAW_CHARS - 1));
  }

  @Test
  void shouldMakeNoFileWithoutFaults() throws Exception {
    try (RejectsFile rejects = new RejectsFile(file)) {
      assertThat(rejects.path()).isEqualTo(file);
    }

    assertThat(file).doesNotExist();
  }
}
