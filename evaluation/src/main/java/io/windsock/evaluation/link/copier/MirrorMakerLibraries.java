package io.windsock.evaluation.link.copier;

import io.windsock.evaluation.data.Build;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where MirrorMaker 2 is: in a folder of its own, which is made on demand, because neither the
 * command nor the roles' image needs it (decision 75).
 */
public final class MirrorMakerLibraries {
  /** What makes the folder. */
  public static final String COMMAND = "./mvnw -f evaluation/mirrormaker/pom.xml package";

  private static final Path FOLDER = Path.of("evaluation", "mirrormaker", "target", "lib");

  private MirrorMakerLibraries() {}

  /** Returns the folder with its jars; null if it was not made. */
  public static @Nullable Path find() {
    for (Path above = code(); above != null; above = above.getParent()) {
      Path folder = above.resolve(FOLDER);
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return null;
  }

  /** Returns the folder or jar of this module's classes. */
  static Path code() {
    try {
      return Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the module's place is not a file", e);
    }
  }
}
