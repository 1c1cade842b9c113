package io.windsock.feeds.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinesTest {
  private static final int MAX = 1024;

  private static Lines lines(String text) {
    return new Lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), MAX);
  }

  private static String text(Lines lines) {
    return new String(
        lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8);
  }

  private static List<String> all(Lines lines) throws IOException {
    List<String> all = new ArrayList<>();
    while (lines.next()) {
      all.add(lines.number() + ":" + text(lines) + (lines.tooLong() ? "…" : ""));
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "''|''",
        "a|1:a",
        "a$|1:a",
        "a$b|1:a 2:b",
        "a$$b$|1:a 2: 3:b",
        "a%b%$c|1:a%b 2:c",
        "\ufeffa$b|1:a 2:b"
      })
  void shouldCutIntoLines(String text, String expected) throws IOException {
    // $ is a line feed and % a carriage return.
    String input = text.replace('$', '\n').replace('%', '\r');

    assertThat(String.join(" ", all(lines(input))).replace('\r', '%')).isEqualTo(expected);
  }

  @Test
  void shouldReadAsWellByteByByte() throws IOException {
    byte[] bytes = "one\r\ntwo\n\nfour".getBytes(StandardCharsets.UTF_8);
    InputStream slow =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1));
          }
        };

    assertThat(all(new Lines(slow, MAX))).containsExactly("1:one", "2:two", "3:", "4:four");
  }

  @Test
  void shouldPassOverWhatIsTooLong() throws IOException {
    String text = "before\n" + "x".repeat(MAX + 1) + "\nafter\n" + "y".repeat(MAX) + "\nend";

    assertThat(all(lines(text)))
        .containsExactly(
            "1:before", "2:" + "x".repeat(MAX) + "…", "3:after", "4:" + "y".repeat(MAX), "5:end");
  }

  @Test
  void shouldNotHoldALineOf100MegabytesInMemory() throws IOException {
    long size = 100L << 20;
    Lines lines = new Lines(endless(size), 1 << 20);

    assertThat(lines.next()).isTrue();
    assertThat(lines.tooLong()).isTrue();
    assertThat(lines.bytes().length).isLessThanOrEqualTo(4 << 20);
    assertThat(lines.next()).isFalse();
  }

  private static InputStream endless(long size) {
    return new InputStream() {
      private long left = size;

      @Override
      public int read() {
        return left-- > 0 ? 'x' : -1;
      }

      @Override
      public int read(byte[] target, int offset, int length) {
        int count = (int) Math.min(length, left);
        if (count <= 0) {
          return -1;
        }
        Arrays.fill(target, offset, offset + count, (byte) 'x');
        left -= count;
        return count;
      }
    };
  }

  @Test
  void shouldExtendALineAndShrinkItAgain() throws IOException {
    Lines lines = lines("a\r\nb\nc\nd");
    assertThat(lines.next()).isTrue();
    assertThat(lines.extend()).isTrue();
    assertThat(lines.extend()).isTrue();
    assertThat(text(lines)).isEqualTo("a\r\nb\nc");

    lines.shrink();

    assertThat(text(lines)).isEqualTo("a");
    assertThat(all(lines)).containsExactly("2:b", "3:c", "4:d");
  }

  @Test
  void shouldCountTheLinesThatOneWasExtendedBy() throws IOException {
    Lines lines = lines("a\nb\nc\nd");
    assertThat(lines.next()).isTrue();
    assertThat(lines.extend()).isTrue();

    assertThat(lines.number()).isEqualTo(1);
    assertThat(all(lines)).containsExactly("3:c", "4:d");
  }

  @Test
  void shouldNotExtendBeyondTheBoundOrTheEnd() throws IOException {
    Lines lines = lines("a\n" + "x".repeat(MAX) + "\nc");
    assertThat(lines.next()).isTrue();
    assertThat(lines.extend()).isFalse();
    assertThat(text(lines)).isEqualTo("a");
    assertThat(lines.next()).isTrue();
    assertThat(lines.next()).isTrue();
    assertThat(text(lines)).isEqualTo("c");
    assertThat(lines.extend()).isFalse();
    assertThat(text(lines)).isEqualTo("c");
  }

  /** However lines are extended and shrunk, what next gives is what is there. */
  @Test
  void shouldLoseNothingWhateverIsAsked() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      StringBuilder text = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        String line = "x".repeat(random.nextInt(MAX / 2)) + i;
        expected.add(line);
        text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
      }
      Lines lines = lines(text.toString());
      List<String> found = new ArrayList<>();
      while (lines.next()) {
        int more = random.nextInt(4);
        while (more-- > 0 && lines.extend()) {}
        if (random.nextBoolean()) {
          lines.shrink();
        }
        found.addAll(List.of(text(lines).split("\r?\n", -1)));
      }
      assertThat(found).as("seed %d, round %d", seed, round).isEqualTo(expected);
    }
  }
}
