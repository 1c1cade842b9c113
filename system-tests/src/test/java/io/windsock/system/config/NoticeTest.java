package io.windsock.system.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.system.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code NOTICE} lists the libraries that the command, and so the image, has on its class path. */
class NoticeTest {
  private static final Pattern LISTED = Pattern.compile("(?m)^- [\\w.-]+:([\\w.-]+)$");

  @Test
  void shouldListEveryLibraryAndNoOther() throws IOException {
    assertThat(listed()).isEqualTo(shipped());
  }

  private static Set<String> listed() throws IOException {
    return LISTED
        .matcher(Files.readString(Repository.path("NOTICE")))
        .results()
        .map(line -> line.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> shipped() throws IOException {
    try (Stream<String> jars =
        Files.list(Repository.path("cli/target/windsock/lib"))
            .map(jar -> String.valueOf(jar.getFileName()))) {
      return jars.filter(jar -> !jar.endsWith("-SNAPSHOT.jar"))
          .map(jar -> jar.replaceFirst("-\\d.*\\.jar$", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
