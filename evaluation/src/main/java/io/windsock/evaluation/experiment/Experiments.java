package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;
import java.util.ArrayList;
import java.util.List;

/** Finds experiments by name. */
public final class Experiments {
  /** The name that stands for every experiment. */
  public static final String ALL = "all";

  private final List<Experiment> experiments;

  /** Creates a collection that keeps this order. */
  public Experiments(List<Experiment> experiments) {
    this.experiments = List.copyOf(experiments);
  }

  /** Returns every experiment. */
  public List<Experiment> all() {
    return experiments;
  }

  /**
   * Returns the experiments with these names.
   *
   * @throws Failure if a name is unknown; the message lists the known ones
   */
  public List<Experiment> named(List<String> names) {
    if (names.contains(ALL)) {
      return experiments;
    }
    List<Experiment> chosen = new ArrayList<>();
    for (String name : names) {
      Experiment found = find(name);
      if (!chosen.contains(found)) {
        chosen.add(found);
      }
    }
    return chosen;
  }

  private Experiment find(String name) {
    return experiments.stream()
        .filter(experiment -> experiment.description().name().equals(name))
        .findFirst()
        .orElseThrow(() -> new Failure("unknown experiment '" + name + "': " + known()));
  }

  private String known() {
    return "choose all, or of "
        + String.join(", ", experiments.stream().map(it -> it.description().name()).toList());
  }
}
