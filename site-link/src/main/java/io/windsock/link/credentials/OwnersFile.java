package io.windsock.link.credentials;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that their owner alone can read, where the file system knows owners. */
final class OwnersFile {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private OwnersFile() {}

  /** Creates an empty one. Its rights are set before it has content. */
  static void create(Path file) throws IOException {
    Files.createFile(file);
    if (POSIX) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }
}
