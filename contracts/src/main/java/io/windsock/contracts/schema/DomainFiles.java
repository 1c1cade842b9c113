package io.windsock.contracts.schema;

import io.windsock.contracts.config.ConfigText;
import io.windsock.contracts.config.ConfigurationException;
import java.nio.file.Path;

/** A source of a domain's files: a folder or the class path. */
public interface DomainFiles {
  /**
   * Returns the text of a file.
   *
   * @throws ConfigurationException if the file can't be read
   */
  String read(String name);

  /** Returns the files of a folder. */
  static DomainFiles folder(Path folder) {
    return name -> ConfigText.read(folder.resolve(name));
  }

  /** Returns the files of a domain on the class path. */
  static DomainFiles builtIn(String domain) {
    return name -> {
      String text = Catalogue.BUILT_IN.text(domain + "/" + name);
      if (text == null) {
        throw ConfigurationException.of(
            name, "there is none for a built-in domain '" + domain + "'");
      }
      return text;
    };
  }
}
