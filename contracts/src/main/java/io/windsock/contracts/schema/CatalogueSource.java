package io.windsock.contracts.schema;

import io.windsock.contracts.config.ConfigText;
import io.windsock.contracts.config.ConfigurationException;
import java.nio.file.Path;

/** Where a catalogue's files come from: a folder, or the jar. */
interface CatalogueSource {
  /**
   * The file's text.
   *
   * @throws ConfigurationException if it can't be read
   */
  String read(String name);

  /** Files of a folder. */
  static CatalogueSource folder(Path folder) {
    return name -> ConfigText.read(folder.resolve(name));
  }

  /** Files of the jar. */
  static CatalogueSource builtIn(String prefix) {
    return name -> {
      String text = ConfigText.resource(prefix + name);
      if (text == null) {
        throw ConfigurationException.of(prefix + name, "there is no such domain in the jar");
      }
      return text;
    };
  }
}
