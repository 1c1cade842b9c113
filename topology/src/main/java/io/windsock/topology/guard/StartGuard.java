package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/** Refuses a start that the cluster can't carry, or that would spoil what is in it. */
public final class StartGuard {
  private StartGuard() {}

  /**
   * Looks before any topic is created.
   *
   * @param kafka properties of a client
   * @throws ConfigurationException with every reason not to start
   */
  public static void check(
      Admin admin, Map<String, Object> kafka, Application application, StartOptions options) {
    ClusterCheck.check(
        admin, String.valueOf(kafka.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)));
    List<Fault> faults = new ArrayList<>();
    faults.addAll(GroupCheck.faults(admin, application));
    faults.addAll(LostTopics.faults(admin, application));
    throwIfAny(faults);
    List<Fault> misplaced = misplaced(admin, kafka, application);
    if (!misplaced.isEmpty() && options.restoreOffsets()) {
      OffsetRestore.restore(admin, kafka, application);
      misplaced = misplaced(admin, kafka, application);
    }
    throwIfAny(misplaced);
    if (!options.acceptLoss()) {
      throwIfAny(TrimCheck.faults(admin, kafka, application));
    }
  }

  /** Offsets that would send records twice, or leave some out. */
  private static List<Fault> misplaced(
      Admin admin, Map<String, Object> kafka, Application application) {
    List<Fault> faults = new ArrayList<>(OutputCheck.faults(admin, kafka, application));
    faults.addAll(SkipCheck.faults(admin, kafka, application));
    return faults;
  }

  private static void throwIfAny(List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }
}
