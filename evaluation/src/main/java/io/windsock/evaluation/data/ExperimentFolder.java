package io.windsock.evaluation.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder with one experiment's files. */
public record ExperimentFolder(Path path) {
  /** Returns the experiment's name, which is the folder's. */
  public String name() {
    return String.valueOf(path.getFileName());
  }

  /** Returns the file with the values per round; see {@link RowFile}. */
  public Path rows() {
    return path.resolve("rows.csv");
  }

  /** Returns the file with the time lines, in which x is the time; see {@link RowFile}. */
  public Path lines() {
    return path.resolve("lines.csv");
  }

  /** Returns the file with the description; see {@link About}. */
  public Path about() {
    return path.resolve("about.json");
  }

  /** Deletes the three files, so that the experiment can be measured again. */
  public void clear() throws IOException {
    for (Path file : List.of(rows(), lines(), about())) {
      Files.deleteIfExists(file);
    }
  }

  /** Returns whether one of the three files exists. */
  public boolean holdsData() {
    return Stream.of(rows(), lines(), about()).anyMatch(Files::exists);
  }
}
