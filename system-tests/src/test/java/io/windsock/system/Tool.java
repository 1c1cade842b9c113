package io.windsock.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A program of this machine that a test needs. */
public final class Tool {
  private static final int PATIENCE_S = 60;

  private final Path program;

  private Tool(Path program) {
    this.program = program;
  }

  /** The program of that name; without it the test is skipped, and says what would bring it. */
  public static Tool orSkip(String name, String packages) {
    Optional<Path> found = find(name);
    assumeTrue(found.isPresent(), name + " is not installed; Debian: apt-get install " + packages);
    return new Tool(found.orElseThrow());
  }

  private static Optional<Path> find(String name) {
    for (String folder :
        System.getenv().getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1)) {
      Path program = Path.of(folder, name);
      if (Files.isExecutable(program)) {
        return Optional.of(program);
      }
    }
    return Optional.empty();
  }

  public Path program() {
    return program;
  }

  /** Runs it to its end. */
  public Result run(Path log, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException(command + " is not done after " + PATIENCE_S + " s");
      }
      return new Result(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * What came of it.
   *
   * @param output both streams
   */
  public record Result(int exit, String output) {}
}
