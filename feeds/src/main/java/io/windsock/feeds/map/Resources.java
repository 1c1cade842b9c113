package io.windsock.feeds.map;

import io.windsock.feeds.read.Input;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Where a mapping finds the files that it names: beside itself. */
@FunctionalInterface
interface Resources {
  Input open(String name) throws IOException;

  /** Beside a mapping in a folder. */
  static Resources beside(Path mapping) {
    Path folder = mapping.toAbsolutePath().getParent();
    return name -> Input.open(folder == null ? name : folder.resolve(name).toString());
  }

  /** Beside the mappings in the jar. */
  static Resources shipped() {
    return name -> {
      InputStream in = MappingFile.SHIPPED.open(name);
      if (in == null) {
        throw new FileNotFoundException(name + " is not in the jar");
      }
      return Input.of(name, in, -1);
    };
  }
}
