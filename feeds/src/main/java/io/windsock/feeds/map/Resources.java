package io.windsock.feeds.map;

import io.windsock.feeds.read.Input;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** Resolves the files that a mapping names, relative to the mapping. */
@FunctionalInterface
interface Resources {
  Input open(String name) throws IOException;

  /** Resolves files in the folder of a mapping. */
  static Resources beside(Path mapping) {
    Path folder = mapping.toAbsolutePath().getParent();
    return name -> Input.open(folder == null ? name : folder.resolve(name).toString());
  }

  /** Resolves files beside the mappings on the class path. */
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
