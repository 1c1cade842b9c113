package io.windsock.testbed.calls.plan;

import io.windsock.contracts.config.ConfigurationException;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** The keys that calls ask for. Immutable if its function is. */
public final class Keys {
  /** The most keys. */
  public static final int MAX = 10_000_000;

  private final String description;
  private final int size;
  private final IntFunction<String> key;

  private Keys(String description, int size, IntFunction<String> key) {
    this.description = description;
    this.size = size;
    this.key = key;
  }

  /**
   * Creates keys that a function gives.
   *
   * @param description in words
   * @param size how many, 1 to {@link #MAX}
   * @param key returns the key of an index, 0 to {@code size} - 1
   * @throws ConfigurationException if the number is out of range
   */
  public static Keys of(String description, int size, IntFunction<String> key) {
    if (size < 1 || size > MAX) {
      throw ConfigurationException.of("keys", "is " + size + "; it must be 1 to " + MAX);
    }
    return new Keys(description, size, key);
  }

  /**
   * Creates keys from a pattern.
   *
   * @param pattern with the place of the index, which starts at 0, such as {@code FL%05d}
   * @throws ConfigurationException if the pattern is invalid or the number out of range
   */
  public static Keys ofPattern(String pattern, int size) {
    try {
      String first = String.format(Locale.ROOT, pattern, 0);
      if (first.isEmpty() || first.equals(String.format(Locale.ROOT, pattern, 1))) {
        throw wrong(pattern);
      }
    } catch (IllegalFormatException e) {
      throw wrong(pattern);
    }
    return of(
        size + " of the pattern " + pattern,
        size,
        index -> String.format(Locale.ROOT, pattern, index));
  }

  private static ConfigurationException wrong(String pattern) {
    return ConfigurationException.of(
        "key-pattern", "is '" + pattern + "'; give one with a number in it, such as FL%05d");
  }

  /**
   * Creates keys from a list.
   *
   * @param source where it is from
   * @throws ConfigurationException if there are none or too many
   */
  public static Keys ofList(String source, List<String> keys) {
    List<String> copy = List.copyOf(keys);
    return of(copy.size() + " from " + source, copy.size(), copy::get);
  }

  /** Returns the keys in words. */
  public String description() {
    return description;
  }

  int size() {
    return size;
  }

  String key(int index) {
    return key.apply(index);
  }
}
