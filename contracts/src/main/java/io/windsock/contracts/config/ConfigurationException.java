package io.windsock.contracts.config;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration that can't be used. Carries every fault found, not only the first. */
public final class ConfigurationException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  /** Takes all faults of one reading; never an empty list. */
  public ConfigurationException(List<Fault> faults) {
    super(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  /** A configuration with a single fault. */
  public static ConfigurationException of(String place, String message) {
    return new ConfigurationException(List.of(new Fault(place, message)));
  }

  /** Every fault, in the order of the file. */
  public List<Fault> faults() {
    return faults;
  }
}
