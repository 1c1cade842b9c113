package io.windsock.feeds.spi;

import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** An extension of mappings from a jar on the class path, with a unique name. */
public interface Provider {
  /** Returns the name used in mappings. */
  String name();

  /**
   * Returns all providers of one kind, in class path order.
   *
   * @throws ConfigurationException if one can't be instantiated
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

  /** Returns the names of {@code providers}. */
  static List<String> names(List<? extends Provider> providers) {
    return providers.stream().map(Provider::name).toList();
  }
}
