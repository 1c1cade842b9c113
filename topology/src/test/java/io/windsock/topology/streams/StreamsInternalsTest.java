package io.windsock.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which internals of Kafka Streams are used: those that decision 12 lists, and no others. */
class StreamsInternalsTest {
  private static final Pattern INTERNAL =
      Pattern.compile("org\\.apache\\.kafka\\.streams\\.[a-z.]*internals\\.(\\w+)");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path DECISION =
      Path.of("../docs/decisions/0012-records-travel-in-batches.md");

  @Test
  void shouldBeTheOnesThatTheDecisionLists() throws IOException {
    Set<String> used;
    try (Stream<Path> files = Files.walk(SOURCES)) {
      used =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .flatMap(StreamsInternalsTest::internals)
              .collect(Collectors.toCollection(TreeSet::new));
    }
    Set<String> listed =
        Pattern.compile("^\\| `(\\w+)`", Pattern.MULTILINE)
            .matcher(Files.readString(DECISION))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(used).isNotEmpty().isEqualTo(listed);
  }

  private static Stream<String> internals(Path file) {
    try {
      return INTERNAL.matcher(Files.readString(file)).results().map(match -> match.group(1));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
