package io.windsock.contracts.schema;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Where a catalogue's files come from: a folder, or the class path. */
interface CatalogueSource {
  /** The largest file, bytes. */
  int MAX_BYTES = 1 << 20;

  /** The file's text. */
  String read(String name) throws IOException;

  /** Files of a folder. */
  static CatalogueSource folder(Path folder) {
    return name -> {
      Path file = folder.resolve(name);
      if (Files.size(file) > MAX_BYTES) {
        throw new IOException("it has more than " + MAX_BYTES + " bytes");
      }
      return Files.readString(file);
    };
  }

  /** Files of a domain on the class path. */
  static CatalogueSource builtIn(String domain) {
    return name -> {
      String text = Catalogue.BUILT_IN.text(domain + "/" + name);
      if (text == null) {
        throw new NoSuchFileException(domain + "/" + name);
      }
      return text;
    };
  }

  /** Why {@code file} could not be read, in words. */
  static String reason(String file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no file '" + file + "': " + e.getMessage();
    }
    if (e instanceof CharacterCodingException) {
      return "'" + file + "' is not UTF-8 text";
    }
    return "'" + file + "' can't be read: " + e.getMessage();
  }
}
