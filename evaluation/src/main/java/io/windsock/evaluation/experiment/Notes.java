package io.windsock.evaluation.experiment;

import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.ceiling.MeasuredCeilings.Load;
import io.windsock.evaluation.data.Ceiling;
import io.windsock.evaluation.data.NodeLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What an experiment finds out besides its rows. One thread owns it. */
public final class Notes {
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final List<NodeLine> nodes = new ArrayList<>();
  private final Map<Load, Double> used = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /** Adds a setting that was in force. */
  public void setting(String name, String value) {
    settings.put(name, value);
  }

  /**
   * Adds an emulated node.
   *
   * @param cpus its quota, in processors
   */
  public void node(String name, double cpus, String what) {
    nodes.add(new NodeLine(name, cpus, what));
  }

  /**
   * Adds the use of a load generator.
   *
   * @param perSecond the rate it achieved; the highest counts
   */
  public void used(Load load, double perSecond) {
    used.merge(load, perSecond, Math::max);
  }

  /** Adds a sentence. */
  public void note(String sentence) {
    notes.add(sentence);
  }

  Map<String, String> settings() {
    return settings;
  }

  List<NodeLine> nodes() {
    return nodes;
  }

  /** Returns the ceilings of the generators that were used, which may take a while to measure. */
  List<Ceiling> ceilings(MeasuredCeilings measured) throws IOException, InterruptedException {
    List<Ceiling> ceilings = new ArrayList<>();
    for (Map.Entry<Load, Double> use : used.entrySet()) {
      Load load = use.getKey();
      ceilings.add(
          new Ceiling(
              String.format(Locale.ROOT, "%s of %,d bytes", load.generator().text(), load.bytes()),
              load.generator().against(),
              measured.of(load),
              use.getValue()));
    }
    return ceilings;
  }

  List<String> notes() {
    return notes;
  }
}
