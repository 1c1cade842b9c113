package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import io.windsock.topology.streams.TopologyGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * Detects that an application would send records again that the outputs already hold, because
 * another application wrote them, or because its committed offsets were reset or have expired.
 * Sites would then see only duplicates, and versions would decrease.
 */
final class OutputCheck {
  private OutputCheck() {}

  /**
   * Returns what would be sent twice, and by which application. The end of a transaction may reach
   * the outputs before the group, so offsets that are behind are read again.
   */
  static List<Fault> faults(Positions positions, Groups groups) {
    List<Fault> faults = new ArrayList<>(groups.rivals());
    Outputs outputs = Outputs.read(positions);
    Positions.Bounds sources = positions.sources();
    Application application = positions.application();
    List<String> exceeding =
        Settled.read(() -> outputs.exceeding(application, positions.committed(), sources));
    if (!exceeding.isEmpty()) {
      List<String> writers = new ArrayList<>(groups.others());
      writers.removeIf(
          id -> !outputs.exceeding(application, positions.committedBy(id), sources).isEmpty());
      faults.add(
          application.fault(
              "has not committed what the outputs hold, and would send it again: "
                  + Settled.summary(exceeding)
                  + remedy(application, writers)));
    }
    return faults;
  }

  private static String remedy(Application application, List<String> writers) {
    if (!writers.isEmpty()) {
      return "; start with --application-id " + String.join(" or ", writers) + ", which has";
    }
    return "; if its offsets were reset or have expired, start with --restore-offsets; to send all"
        + " anew, delete "
        + application.topics().forward()
        + ", "
        + application.topics().mirror()
        + " and "
        + TopologyGraph.changelog(application.id())
        + " first, or start with another --prefix";
  }
}
