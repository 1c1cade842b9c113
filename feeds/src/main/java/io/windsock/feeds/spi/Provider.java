package io.windsock.feeds.spi;

import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** What a jar on the class path adds to mappings, under a name of its own. */
public interface Provider {
  /** The name that mappings call it by. */
  String name();

  /**
   * All of one kind, in the order of the class path.
   *
   * @throws ConfigurationException if one can't be made
   */
  static <T extends Provider> List<T> all(Class<T> kind) {
    List<T> all = new ArrayList<>();
    try {
      ServiceLoader.load(kind).forEach(all::add);
    } catch (ServiceConfigurationError e) {
      throw ConfigurationException.of("class path", String.valueOf(e.getMessage()));
    }
    return all;
  }

  /** The names of {@code providers}. */
  static List<String> names(List<? extends Provider> providers) {
    return providers.stream().map(Provider::name).toList();
  }
}
