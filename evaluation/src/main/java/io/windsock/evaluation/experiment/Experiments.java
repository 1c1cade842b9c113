package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds experiments by name, or by the name of a group. */
public final class Experiments {
  /** The name that stands for the experiments of all groups but those that have to be named. */
  public static final String ALL = "all";

  private final Map<String, List<Experiment>> groups;
  private final Set<String> namedOnly;
  private final List<Experiment> experiments;

  /**
   * Creates a collection that keeps the order of the groups and of the experiments in each.
   *
   * @param namedOnly groups that {@link #ALL} leaves out
   */
  public Experiments(Map<String, List<Experiment>> groups, Set<String> namedOnly) {
    this.groups = new LinkedHashMap<>(groups);
    this.namedOnly = Set.copyOf(namedOnly);
    if (!groups.keySet().containsAll(namedOnly)) {
      throw new IllegalArgumentException(namedOnly + " are not all among " + groups.keySet());
    }
    experiments = groups.values().stream().flatMap(List::stream).toList();
  }

  /** Returns every experiment. */
  public List<Experiment> every() {
    return experiments;
  }

  /** Returns the names of the groups. */
  public List<String> groups() {
    return List.copyOf(groups.keySet());
  }

  /**
   * Returns the experiments with these names, and those of the groups with these names, once each.
   *
   * @throws Failure if a name is unknown; the message lists the known ones
   */
  public List<Experiment> named(List<String> names) {
    return names.stream().flatMap(this::named).distinct().toList();
  }

  private Stream<Experiment> named(String name) {
    if (name.equals(ALL)) {
      return groups.keySet().stream()
          .filter(group -> !namedOnly.contains(group))
          .flatMap(this::named);
    }
    List<Experiment> group = groups.get(name);
    return group == null ? Stream.of(find(name)) : group.stream();
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
