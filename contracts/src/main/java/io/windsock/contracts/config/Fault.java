package io.windsock.contracts.config;

/**
 * One thing wrong with a configuration.
 *
 * @param place the location as a user would look for it: {@code rules.yaml: rules[2].length}
 * @param message what is wrong, with the offending value and the remedy
 */
public record Fault(String place, String message) {
  @Override
  public String toString() {
    return place + ": " + message;
  }
}
