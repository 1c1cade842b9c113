package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds experiments by name, or by the name of a group. */
public final class Experiments {
  /** The name that stands for all experiments but those that have to be named. */
  public static final String ALL = "all";

  private final Map<String, List<Experiment>> groups;
  private final Set<String> namedOnly;
  private final List<Experiment> experiments;

  /**
   * Creates a collection that keeps the order of the groups and of the experiments in each.
   *
   * @param namedOnly groups and experiments that {@link #ALL} leaves out
   */
  public Experiments(Map<String, List<Experiment>> groups, Set<String> namedOnly) {
    this.groups = new LinkedHashMap<>(groups);
    this.namedOnly = Set.copyOf(namedOnly);
    experiments = groups.values().stream().flatMap(List::stream).toList();
    if (!namedOnly.stream().allMatch(this::isKnown)) {
      throw new IllegalArgumentException(namedOnly + " are not all known: " + known());
    }
  }

  private boolean isKnown(String name) {
    return groups.containsKey(name) || experiments.stream().anyMatch(it -> isNamed(it, name));
  }

  private static boolean isNamed(Experiment experiment, String name) {
    return experiment.description().name().equals(name);
  }

  /** Returns every experiment. */
  public List<Experiment> every() {
    return experiments;
  }

  /** Returns the names of the groups. */
  public List<String> groups() {
    return List.copyOf(groups.keySet());
  }

  /** Returns whether an experiment is in the group of that name. */
  public boolean isIn(String group, Experiment experiment) {
    return groups.getOrDefault(group, List.of()).contains(experiment);
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
          .flatMap(this::named)
          .filter(experiment -> !namedOnly.contains(experiment.description().name()));
    }
    List<Experiment> group = groups.get(name);
    return group == null ? Stream.of(find(name)) : group.stream();
  }

  private Experiment find(String name) {
    return experiments.stream()
        .filter(experiment -> isNamed(experiment, name))
        .findFirst()
        .orElseThrow(() -> new Failure("unknown experiment '" + name + "': " + known()));
  }

  private String known() {
    List<String> names = experiments.stream().map(it -> it.description().name()).toList();
    return "choose all, or of "
        + String.join(", ", Stream.concat(groups.keySet().stream(), names.stream()).toList());
  }
}
