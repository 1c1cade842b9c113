package io.windsock.contracts.config;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Collects the faults of a configuration. Owned by one thread. */
public final class ConfigCheck {
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private final String section;
  private final List<Fault> faults = new ArrayList<>();

  /** Checks a section of the configuration; faults name its fields as {@code section.field}. */
  public ConfigCheck(String section) {
    this.section = section;
  }

  /**
   * Adds a fault unless {@code holds}.
   *
   * @param value the configured value
   * @param admitted the rule for the value, in words
   */
  public void holds(boolean holds, String field, Object value, String admitted) {
    if (!holds) {
      faults.add(new Fault(section + "." + field, "is " + value + "; it must be " + admitted));
    }
  }

  /** Adds a fault unless {@code value} is from {@code least} to {@code most}. */
  public void range(String field, long value, long least, long most) {
    holds(value >= least && value <= most, field, value, least + " to " + most);
  }

  /** Adds a fault unless {@code value} is greater than 0. */
  public void positive(String field, long value) {
    holds(value > 0, field, value, "greater than 0");
  }

  /** Adds a fault unless {@code value} is at least a millisecond. */
  public void positive(String field, Duration value) {
    holds(value.toMillis() > 0, field, value, "at least a millisecond");
  }

  /** Adds a fault unless {@code url} is a server's base URL. */
  public void http(String field, String url) {
    holds(isHttp(url), field, url, "a URL such as http://127.0.0.1:8081");
  }

  private static boolean isHttp(String url) {
    try {
      URI uri = URI.create(url);
      return SCHEMES.contains(String.valueOf(uri.getScheme())) && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Ends the check.
   *
   * @throws ConfigurationException with every fault, if there are any
   */
  public void done() {
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }
}
