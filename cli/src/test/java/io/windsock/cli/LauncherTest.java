package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root of the repository, with a Maven that only pretends. */
@Timeout(600)
class LauncherTest {
  /** It goes on when the script has said twice what it is at, and again when it said the next. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo '[INFO] Building Windsock contracts 0.1.0-SNAPSHOT      [2/3]'
      until [ "$(grep -c contracts err)" -ge 2 ]; do sleep 0.1; done
      echo '[INFO] Building Windsock command line 0.1.0-SNAPSHOT   [3/3]'
      until grep -q 'command line' err; do sleep 0.1; done
      mkdir -p cli/target/windsock/lib
      """;

  @Test
  void shouldSayWhatItBuildsWhereThereIsNoTerminal(@TempDir Path folder) throws Exception {
    Path script = Files.copy(DocumentTest.root().resolve("windsock"), folder.resolve("windsock"));
    executable(script);
    Files.createDirectories(folder.resolve("cli/src"));
    Path maven = executable(Files.writeString(folder.resolve("maven"), MAVEN));
    Path err = folder.resolve("err");
    ProcessBuilder launcher = new ProcessBuilder(script.toString(), "--version");
    launcher.environment().put("JAVA_HOME", System.getProperty("java.home"));
    launcher.environment().put("WINDSOCK_MAVEN", maven.toString());
    launcher.redirectError(err.toFile()).redirectOutput(folder.resolve("out").toFile());

    launcher.start().waitFor();

    List<String> lines =
        Files.readAllLines(err).stream().filter(line -> line.contains("building, ")).toList();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(3);
    assertThat(lines.get(0)).matches("windsock: building, [0-9]+ s  Windsock contracts");
    assertThat(lines.get(1)).matches("windsock: building, [0-9]+ s  Windsock contracts");
    assertThat(seconds(lines.get(1)) - seconds(lines.get(0))).isGreaterThanOrEqualTo(14);
    assertThat(lines.get(lines.size() - 1)).endsWith(" s  Windsock command line");
  }

  private static int seconds(String line) {
    return Integer.parseInt(line.replaceAll("\\D+", ""));
  }

  /** Else a change in a module that it does not know would run the classes of before. */
  @Test
  void shouldLookForChangesInEveryModule() throws IOException {
    Path root = DocumentTest.root();
    List<String> modules =
        Pattern.compile("<module>(.+?)</module>")
            .matcher(Files.readString(root.resolve("pom.xml")))
            .results()
            .map(module -> module.group(1))
            .filter(module -> !module.equals("system-tests"))
            .toList();
    String script = Files.readString(root.resolve("windsock"));
    Matcher listed = Pattern.compile("\nmodules=\"(.*)\"\n").matcher(script);

    assertThat(listed.find()).isTrue();
    assertThat(listed.group(1).split(" ")).containsExactlyInAnyOrderElementsOf(modules);
  }

  /** Prints its arguments. */
  private static final String JAVA =
      """
      #!/bin/sh
      if [ "$1" = -version ]; then
        echo 'openjdk version "17.0.1"' >&2
      else
        echo "$@"
      fi
      """;

  /** Returns the line with which the script would run a command. */
  private static String line(Path folder, String... command) throws Exception {
    Path script = folder.resolve("windsock");
    if (!Files.exists(script)) {
      executable(Files.copy(DocumentTest.root().resolve("windsock"), script));
      Files.createDirectory(folder.resolve("bin"));
      executable(Files.writeString(folder.resolve("bin/java"), JAVA));
    }
    List<String> words = new ArrayList<>(List.of(script.toString()));
    words.addAll(List.of(command));
    ProcessBuilder launcher = new ProcessBuilder(words).redirectErrorStream(true);
    launcher.environment().put("JAVA_HOME", folder.toString());
    Process process = launcher.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void shouldRunLongCommandsFast(@TempDir Path folder) throws Exception {
    for (String command : List.of("site", "gateway", "topology", "controller", "calls", "storm")) {
      assertThat(line(folder, command, "--name")).doesNotContain("Serial", "Tiered");
    }
    assertThat(line(folder, "link", "send")).doesNotContain("Serial", "Tiered");
  }

  @Test
  void shouldStartShortCommandsFast(@TempDir Path folder) throws Exception {
    for (String command : List.of("gateway drain", "topics list", "link status")) {
      assertThat(line(folder, command.split(" ", -1)))
          .contains("-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    }
  }

  private static Path executable(Path file) throws IOException {
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
