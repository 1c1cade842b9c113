package io.windsock.contracts.config;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid configuration. Carries every fault found, not only the first. */
public final class ConfigurationException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  /** Takes all faults of a configuration; the list is never empty. */
  public ConfigurationException(List<Fault> faults) {
    super(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  /** Returns an exception with a single fault. */
  public static ConfigurationException of(String place, String message) {
    return new ConfigurationException(List.of(new Fault(place, message)));
  }

  /** Returns every fault in the order of the file. */
  public List<Fault> faults() {
    return faults;
  }
}
