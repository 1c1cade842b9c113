package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code windsock feed numbers}: the feed, and the numbers for a generator of calls. */
class FeedNumbersTest {
  private final Path folder;

  FeedNumbersTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Run feed(String name, String... more) {
    List<String> args =
        List.of("feed", "numbers", "--numbers=50", "--changes=60", "--out=" + folder.resolve(name));
    String[] all = args.toArray(new String[args.size() + more.length]);
    System.arraycopy(more, 0, all, args.size(), more.length);
    return Run.of(all);
  }

  @Test
  void shouldWriteTheSameFileAgain() throws IOException {
    assertThat(feed("a.avro").code()).isZero();
    assertThat(feed("b.avro").code()).isZero();
    assertThat(feed("c.avro", "--seed=2").code()).isZero();

    byte[] first = Files.readAllBytes(folder.resolve("a.avro"));
    assertThat(Files.readAllBytes(folder.resolve("b.avro"))).isEqualTo(first);
    assertThat(Files.readAllBytes(folder.resolve("c.avro"))).isNotEqualTo(first);
  }

  @Test
  void shouldWriteTheNumbersInService() throws IOException {
    Path keys = folder.resolve("keys.txt");

    Run run = feed("a.avro", "--keys=" + keys, "--output=json");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("\"numbers\"").contains("50");
    assertThat(Files.readAllLines(keys))
        .hasSize(50)
        .doesNotHaveDuplicates()
        .allMatch(number -> number.matches("0800[0-9]{7}"));
  }

  @Test
  void shouldWriteAFeedThatIsRecognised() {
    assertThat(feed("a.avro").code()).isZero();

    Run info =
        Run.of("feed", "info", "--domain=number-translation", folder.resolve("a.avro").toString());

    assertThat(info.code()).as(info.err()).isZero();
    assertThat(info.out()).contains("ServiceAdded").contains("ServiceModified");
  }
}
