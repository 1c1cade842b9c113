package io.windsock.evaluation.data;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of a run of several experiments: {@code DIR/<experiment>/rows.csv}, {@code lines.csv}
 * and {@code about.json}.
 */
public record RunFolder(Path path) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  /**
   * Creates the folder of an experiment.
   *
   * @param name lower-case letters, digits and hyphens
   * @throws Failure if the folder holds data
   * @throws IllegalArgumentException if the name has other characters
   */
  public ExperimentFolder experiment(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "experiment “" + name + "”; a name has lower-case letters, digits and hyphens");
    }
    ExperimentFolder folder = new ExperimentFolder(path.resolve(name));
    if (folder.holdsData()) {
      throw new Failure(
          folder.path()
              + " holds data of an earlier run; go on with it by --continue, move it away, or name another"
              + " folder");
    }
    Files.createDirectories(folder.path());
    return folder;
  }

  /** Returns the experiments that hold data, by name; none if the folder does not exist. */
  public List<ExperimentFolder> experiments() throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(path)) {
      return folders
          .filter(Files::isDirectory)
          .map(ExperimentFolder::new)
          .filter(ExperimentFolder::holdsData)
          .sorted(Comparator.comparing(ExperimentFolder::name))
          .toList();
    }
  }
}
