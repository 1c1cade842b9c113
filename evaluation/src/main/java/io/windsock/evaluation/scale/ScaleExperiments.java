package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Experiment.Description;
import io.windsock.evaluation.experiment.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The experiments from which the capacity model is fitted, and the one that checks it. */
public final class ScaleExperiments {
  /** Name of the experiment in which only the rate of events, their size and the mirrors vary. */
  static final String EVENTS_ALONE = "scale-events";

  /** Names of the experiments to whose rows the coefficients are fitted. */
  public static final List<String> FITTED =
      List.of(
          EVENTS_ALONE,
          "scale-keys",
          "scale-displays",
          "scale-partitions",
          "scale-state",
          ScaleCalls.NAME);

  /** Name of the experiment that checks the coefficients. */
  public static final String CHECK = "scale-check";

  /** Name of the experiment with ten million keys. */
  public static final String MANY_KEYS = "scale-many-keys";

  private static final String MIRROR =
      "The mirror has a node of its own without a quota; the kernel counts the node's processor"
          + " time. Broker, topology and central site share another node.";
  private static final String EVENTS =
      "Before, bursts of events are sent, with displays and requests, until they cost no less than"
          + " those before. Events have 200 bytes unless a setting says otherwise, arrive at a constant rate, and are all"
          + " mirrored.";

  /** The loads of {@link #CHECK} in its whole form. */
  private static final List<Case> CHECKED =
      Cases.check(new Scale(false, 1, 1, Scale.Calls.FOUND, false));

  private ScaleExperiments() {}

  /** Returns all of them. */
  public static List<Experiment> all() {
    return List.of(
        events(), keys(), displays(), partitions(), state(), new ScaleCalls(), check(), manyKeys());
  }

  private static Experiment events() {
    return new ScaleExperiment(
        description(
            EVENTS_ALONE,
            "Cost of a mirror by events per second",
            "What does an event cost the mirror, the broker and the topology, with no, one and two"
                + " mirrors?"),
        "6 min",
        "events/s",
        Cases::events,
        rows -> List.of());
  }

  private static Experiment keys() {
    return new ScaleExperiment(
        description(
            "scale-keys",
            "Cost of a mirror by keys",
            "What do keys add to an event's cost and to the memory of a mirror?"),
        "9 min",
        "keys",
        Cases::keys,
        rows -> List.of());
  }

  private static Experiment displays() {
    return new ScaleExperiment(
        description(
            "scale-displays",
            "Cost of a mirror by displays",
            "What does a display that follows a view cost, by the updates that it receives?"),
        "6 min",
        "displays",
        Cases::displays,
        rows -> List.of());
  }

  private static Experiment partitions() {
    return new ScaleExperiment(
        description(
            "scale-partitions",
            "Cost of a mirror by partitions",
            "What does a partition cost without events, and with events?"),
        "5 min",
        "partitions",
        Cases::partitions,
        rows -> List.of());
  }

  private static Experiment state() {
    return new ScaleExperiment(
        description(
            "scale-state",
            "Cost of initial state by its size",
            "What does a response with initial state cost when the mirror has it encoded already,"
                + " and when an event has changed it?",
            "Cached: no events, and the fewer requests the more rows: 4,000/s over the root of their"
                + " number. Changed: 100 events/s, and 4 requests/s."),
        "3 min",
        "rows",
        Cases::state,
        rows -> List.of());
  }

  private static Experiment check() {
    return new ScaleExperiment(
        description(
            CHECK,
            "What the capacity model predicts for other loads",
            "Do the coefficients of this build predict four loads that they were not fitted to?",
            "The mirror has %,d keys and %d partitions; displays follow all keys. "
                    .formatted(CHECKED.get(0).plan().keys(), CHECKED.get(0).plan().partitions())
                + CHECKED.stream()
                    .map(it -> "Load %.0f, %s.".formatted(it.subject().x(), text(it)))
                    .collect(Collectors.joining(" "))),
        "4 min",
        "load",
        Cases::check,
        rows -> Prediction.findings(rows, Coefficients.builtIn()));
  }

  private static Experiment manyKeys() {
    return new ScaleExperiment(
        description(
            MANY_KEYS,
            "Cost of a mirror with ten million keys",
            "What does a mirror of ten million keys cost, and do the coefficients of this build, fitted"
                + " to a million at most, predict it?"),
        "10 min",
        "keys",
        Cases::manyKeys,
        rows -> Prediction.ofMirror(rows, Coefficients.builtIn()));
  }

  private static String text(Case load) {
    return load.subject().setting() + ": " + load.step().text();
  }

  private static Description description(
      String name, String title, String question, String... more) {
    List<String> setting = new ArrayList<>(List.of(MIRROR, EVENTS));
    setting.addAll(List.of(more));
    return new Description(name, title, question, "", setting, List.of());
  }
}
