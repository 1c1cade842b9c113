package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds experiments by name, or by the name of a group. */
public final class Experiments {
  /** The name that stands for every experiment. */
  public static final String ALL = "all";

  private final Map<String, List<Experiment>> groups;
  private final List<Experiment> experiments;

  /** Creates a collection that keeps the order of the groups and of the experiments in each. */
  public Experiments(Map<String, List<Experiment>> groups) {
    this.groups = new LinkedHashMap<>(groups);
    experiments = groups.values().stream().flatMap(List::stream).toList();
  }

  /** Returns every experiment. */
  public List<Experiment> all() {
    return experiments;
  }

  /** Returns the names of the groups. */
  public List<String> groups() {
    return List.copyOf(groups.keySet());
  }

  /**
   * Returns the experiments with these names, and those of the groups with these names.
   *
   * @throws Failure if a name is unknown; the message lists the known ones
   */
  public List<Experiment> named(List<String> names) {
    if (names.contains(ALL)) {
      return experiments;
    }
    List<Experiment> chosen = new ArrayList<>();
    for (String name : names) {
      for (Experiment found : groups.containsKey(name) ? group(name) : List.of(find(name))) {
        if (!chosen.contains(found)) {
          chosen.add(found);
        }
      }
    }
    return chosen;
  }

  private List<Experiment> group(String name) {
    return groups.getOrDefault(name, List.of());
  }

  private Experiment find(String name) {
    return experiments.stream()
        .filter(experiment -> experiment.description().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new Failure("unknown experiment '" + name + "': " + known()));
  }

  private String known() {
    List<String> names = experiments.stream().map(it -> it.description().name()).toList();
    return "choose all, or of "
        + String.join(", ", Stream.concat(groups.keySet().stream(), names.stream()).toList());
  }
}
