package io.windsock.evaluation.link;

import io.windsock.evaluation.experiment.Experiment;
import java.util.ArrayList;
import java.util.List;

/** The experiments of links to other clusters, and the sentences that they share. */
public final class LinkExperiments {
  static final String SITES =
      "Both sites are on one machine, without quotas: a broker each, the sender and the receiver in"
          + " processes of their own.";

  /** The part of a backlog that processes copy before it counts, if they are warm already. */
  static final double WARM_UP = 0.3;

  private static final int PERCENT = 100;

  /** Returns what counts in a run. */
  static String whole(double warmUp) {
    return "A run copies a topic that was written before. What counts is the time from when "
        + Math.round(warmUp * PERCENT)
        + " % of it are committed at the target until all is. MB are 10⁶ bytes of keys and values,"
        + " before compression.";
  }

  private LinkExperiments() {}

  /** Returns all of them. */
  public static List<Experiment> all() {
    List<Experiment> all = new ArrayList<>(List.of(new LinkMirrorMaker(), new LinkStages()));
    for (LineGroup group : LineGroup.values()) {
      all.add(new LinkFreshness(group));
    }
    return all;
  }
}
