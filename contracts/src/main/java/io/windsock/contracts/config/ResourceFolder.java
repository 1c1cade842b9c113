package io.windsock.contracts.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder on the class path to which any jar may add files. Each jar lists its files in a file
 * {@code index}, one name per line. Immutable.
 *
 * @param path the path from the class path root: {@code io/windsock/domains}
 */
public record ResourceFolder(String path) {
  private static final ClassLoader LOADER = ResourceFolder.class.getClassLoader();

  /** Returns the names in all indexes, in class path order. */
  public List<String> names() {
    try {
      return Collections.list(LOADER.getResources(path + "/index")).stream()
          .flatMap(ResourceFolder::lines)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> lines(URL index) {
    try (var in = new InputStreamReader(index.openStream(), StandardCharsets.UTF_8)) {
      return new BufferedReader(in).lines().filter(line -> !line.isBlank()).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a file; returns null if there is no such file. */
  public @Nullable InputStream open(String name) {
    return LOADER.getResourceAsStream(path + "/" + name);
  }

  /** Returns the text of a file; null if there is no such file. */
  public @Nullable String text(String name) {
    try (InputStream in = open(name)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
