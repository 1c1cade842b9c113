package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import io.windsock.topology.streams.TopologyGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;

/**
 * Whether an application would send again what the outputs hold: another one wrote them, or its
 * committed offsets were reset or have expired. Sites would count duplicates only, and versions
 * would fall.
 */
final class OutputCheck {
  /** How long the end of a transaction may take to reach all partitions. */
  private static final long SETTLED_WITHIN_MS = 5_000;

  private static final long RETRY_MS = 100;

  private OutputCheck() {}

  /**
   * What would be sent twice, and by whom.
   *
   * @param kafka properties of a client
   */
  static List<Fault> faults(Admin admin, Map<String, Object> kafka, Application application) {
    OtherGroups others = new OtherGroups(admin, application);
    List<Fault> faults = new ArrayList<>(rivals(admin, application));
    Outputs outputs = Outputs.read(admin, kafka, application);
    Partitions.Bounds sources = Partitions.Bounds.read(admin, application.sources());
    List<String> exceeding = exceeding(admin, application, outputs, sources);
    if (!exceeding.isEmpty()) {
      String message =
          "has not committed what the outputs hold, and would send it again: "
              + exceeding.get(0)
              + (exceeding.size() == 1 ? "" : ", and " + (exceeding.size() - 1) + " more")
              + remedy(application, others.writersOf(outputs, sources));
      faults.add(new Fault(place(application), message));
    }
    return faults;
  }

  /**
   * What the outputs, read before, hold beyond the committed offsets. The end of one transaction
   * may reach the outputs before it reaches the group, so offsets that are behind are read again.
   */
  private static List<String> exceeding(
      Admin admin, Application application, Outputs outputs, Partitions.Bounds sources) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLED_WITHIN_MS);
    while (true) {
      List<String> exceeding =
          outputs.exceeding(application, Committed.offsets(admin, application), sources);
      if (exceeding.isEmpty() || System.nanoTime() > deadline) {
        return exceeding;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MS));
    }
  }

  /** The other topologies of the same prefix that run. */
  static List<Fault> rivals(Admin admin, Application application) {
    List<Fault> faults = new ArrayList<>();
    new OtherGroups(admin, application)
        .rivals()
        .forEach((id, member) -> faults.add(rival(application, id, member)));
    return faults;
  }

  private static Fault rival(Application application, String id, Group.Member member) {
    return new Fault(
        place(application),
        "the topology '"
            + id
            + "' ("
            + member
            + ") serves prefix '"
            + application.topics().prefix()
            + "' already; stop that one, start with --application-id "
            + id
            + " to share its work, or with another --prefix");
  }

  private static String place(Application application) {
    return "application id '" + application.id() + "'";
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
