package io.windsock.evaluation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowFileTest {
  private static final List<Row> ROWS =
      List.of(
          new Row("two, “quoted\"", 8, 1, "delay_ms", 12.25),
          new Row("plain", 0.1, 2, "share", -1e-12),
          new Row("café", 1e9, 3, "bytes", Double.MAX_VALUE));
  private static final String HEADER = "setting,x,round,measure,value\n";

  private final Path file;

  RowFileTest(@TempDir Path folder) {
    this.file = folder.resolve("rows.csv");
  }

  private void write() throws IOException {
    try (RowFile rows = RowFile.create(file)) {
      rows.append(ROWS.subList(0, 1));
      rows.append(ROWS.subList(1, ROWS.size()));
    }
  }

  @Test
  void shouldReadWhatItWrote() throws IOException {
    write();
    assertThat(RowFile.read(file).rows()).isEqualTo(ROWS);
  }

  @Test
  void shouldHoldEachAppendBeforeItIsClosed() throws IOException {
    try (RowFile rows = RowFile.create(file)) {
      assertThat(Files.readString(file)).isEqualTo(HEADER);
      rows.append(ROWS.subList(0, 2));
      assertThat(RowFile.read(file).rows()).isEqualTo(ROWS.subList(0, 2));
    }
  }

  @Test
  void shouldIgnoreAnUnfinishedLastLineCutAtAnyByte() throws IOException {
    write();
    byte[] all = Files.readAllBytes(file);
    for (int length = 0; length <= all.length; length++) {
      Files.write(file, Arrays.copyOf(all, length));
      long lines = lineBreaks(all, length);
      assertThat(RowFile.read(file).rows())
          .isEqualTo(ROWS.subList(0, (int) Math.max(0, lines - 1)));
    }
  }

  private static long lineBreaks(byte[] bytes, int length) {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1)
        .chars()
        .filter(c -> c == '\n')
        .count();
  }

  @ParameterizedTest
  @CsvSource({
    "'a,1,1,m', 4 fields",
    "'a,1,1,m,2,3', 6 fields",
    "'a,one,1,m,2', one",
    "'a,1,1.5,m,2', 1.5",
    "'a,1,0,m,2', round is 0",
    "'a,1,1,m,NaN', value is NaN"
  })
  void shouldNameFileAndLineOfAMalformedRow(String line, String fault) throws IOException {
    Files.writeString(file, HEADER + "a,1,1,m,2\n" + line + "\nb,1,1,m,2\n");
    assertThatThrownBy(() -> RowFile.read(file))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith(file + ", line 3: ")
        .hasMessageContaining(fault)
        .hasMessageEndingWith("expected setting,x,round,measure,value");
  }

  @Test
  void shouldRejectAnotherHeader() throws IOException {
    Files.writeString(file, "ms,burst\n1,2\n");
    assertThatThrownBy(() -> RowFile.read(file))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("line 1: the header is “ms,burst”");
  }

  @Test
  void shouldRejectTwoValuesOfOneRound() throws IOException {
    Files.writeString(file, HEADER + "a,1,1,m,2\na,1,1,m,3\n");
    assertThatThrownBy(() -> RowFile.read(file))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining("round 1");
  }

  @Test
  void shouldNotOverwriteAFile() throws IOException {
    write();
    assertThatThrownBy(() -> RowFile.create(file))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("exists");
  }
}
