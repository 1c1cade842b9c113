package io.windsock.contracts.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the text of configuration files: UTF-8, of bounded size. */
public final class ConfigText {
  /** The maximum size of a file in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  private ConfigText() {}

  /**
   * Returns the text of {@code file}.
   *
   * @throws ConfigurationException if the file can't be read; the fault's place is the file name
   */
  public static String read(Path file) {
    String name = String.valueOf(file.getFileName());
    try {
      long size = Files.size(file);
      if (size > MAX_BYTES) {
        throw ConfigurationException.of(
            name, "has " + size + " bytes, more than " + MAX_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw ConfigurationException.of(
          name, "there is no such file; looked for " + file.toAbsolutePath());
    } catch (CharacterCodingException e) {
      throw ConfigurationException.of(name, "is not UTF-8 text");
    } catch (IOException e) {
      throw ConfigurationException.of(name, "can't be read: " + e);
    }
  }
}
