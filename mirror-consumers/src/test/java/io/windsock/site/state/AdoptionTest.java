package io.windsock.site.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leaves a data directory as a crash could at each step, and starts. */
class AdoptionTest {
  private final Path dir;

  AdoptionTest(@TempDir Path dir) {
    this.dir = dir;
  }

  @BeforeEach
  void begin() throws IOException {
    write("db", "own");
    write("snapshots/1", "own");
  }

  private void write(String folder, String whose) throws IOException {
    Files.createDirectories(dir.resolve(folder));
    Files.writeString(dir.resolve(folder).resolve("CURRENT"), whose);
  }

  private void startsWith(String whose) throws IOException {
    Adoption.finish(dir);
    assertThat(dir.resolve("db/CURRENT")).hasContent(whose);
    try (Stream<Path> left = Files.list(dir)) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .isSubsetOf("db", "snapshots", "site.lock");
    }
    Adoption.finish(dir);
    assertThat(dir.resolve("db/CURRENT")).hasContent(whose);
  }

  @Test
  void shouldThrowAwayWhatWasBeingLoaded() throws IOException {
    write("incoming/db", "other");

    startsWith("own");
    assertThat(dir.resolve("snapshots/1")).exists();
  }

  @Test
  void shouldTakeOverWhatWasVerified() throws IOException {
    Path incoming = Adoption.incoming(dir);
    Files.createDirectories(Adoption.files(incoming));
    write("incoming/db", "other");
    Adoption.verified(dir);

    startsWith("other");
    assertThat(dir.resolve("snapshots")).as("they are of the state before").doesNotExist();
  }

  @Test
  void shouldGoOnWhereItsOwnStateWasAlreadyMovedAway() throws IOException {
    write("verified/db", "other");
    Files.move(dir.resolve("db"), dir.resolve("replaced"));

    startsWith("other");
  }

  @Test
  void shouldGoOnWhereTheSnapshotsWereAlreadyGone() throws IOException {
    write("verified/db", "other");
    Files.move(dir.resolve("db"), dir.resolve("replaced"));
    Files.delete(dir.resolve("snapshots/1/CURRENT"));
    Files.delete(dir.resolve("snapshots/1"));

    startsWith("other");
  }

  @Test
  void shouldClearUpWhatIsLeftBehind() throws IOException {
    Files.createDirectories(dir.resolve("verified"));
    write("replaced", "older");

    startsWith("own");
  }

  @Test
  void shouldNotMindARestOfAnEarlierReplacement() throws IOException {
    write("verified/db", "other");
    write("replaced", "older");

    startsWith("other");
  }

  @Test
  void shouldBeginAnewWhereALoadingWasGivenUp() throws IOException {
    write("incoming/db", "other");

    assertThat(Adoption.incoming(dir)).doesNotExist();
  }
}
