package io.windsock.evaluation.data;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The build of Windsock that an experiment measured.
 *
 * @param version from the jar's manifest
 * @param commit with {@code -dirty} if files had changed since, or {@code unknown}
 */
public record Build(String version, String commit) {
  /** The system property that names the commit where there is no Git repository. */
  public static final String COMMIT_PROPERTY = "windsock.commit";

  private static final String UNKNOWN = "unknown";
  private static final List<String> DESCRIBE =
      List.of("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*");
  private static final long GIT_TIMEOUT_SECONDS = 10;

  /** Returns this build; its commit is that of the repository in which it was compiled. */
  public static Build current() {
    String version = Build.class.getPackage().getImplementationVersion();
    String commit = System.getProperty(COMMIT_PROPERTY);
    return new Build(version == null ? UNKNOWN : version, commit == null ? describe() : commit);
  }

  private static String describe() {
    try {
      Path code = Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return describe(code.resolveSibling(".").toFile());
    } catch (URISyntaxException | IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  static String describe(File folder) throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder(DESCRIBE)
            .directory(folder)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!git.waitFor(GIT_TIMEOUT_SECONDS, TimeUnit.SECONDS) || git.exitValue() != 0) {
        return UNKNOWN;
      }
      return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } finally {
      git.destroy();
    }
  }
}
