package io.windsock.control.params;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.control.policy.MonitoredValue;
import java.util.ArrayList;
import java.util.List;

/** Finds a monitored value by its name or the paper's index. */
final class Values {
  private Values() {}

  static MonitoredValue named(String name) {
    List<String> names = new ArrayList<>();
    for (MonitoredValue value : MonitoredValue.values()) {
      if (value.text().equals(name) || String.valueOf(value.index()).equals(name)) {
        return value;
      }
      names.add(value.text());
    }
    throw ConfigurationException.of("value", "'" + name + "' is not monitored; there are " + names);
  }
}
