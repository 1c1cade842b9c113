package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** What a start would refuse, for those who look from outside. */
public final class PipelineCheck {
  private PipelineCheck() {}

  /**
   * Looks, and changes nothing; the topics must exist.
   *
   * @param kafka properties of a client
   * @return each fault, its message first what was found, then after a semicolon the remedy
   * @throws io.windsock.contracts.config.ConfigurationException if the cluster does not answer
   */
  public static List<Fault> faults(
      Admin admin, Map<String, Object> kafka, Application application) {
    List<Fault> faults = new ArrayList<>(GroupCheck.faults(admin, application));
    faults.addAll(OutputCheck.faults(admin, kafka, application));
    faults.addAll(SkipCheck.faults(admin, kafka, application));
    faults.addAll(TrimCheck.faults(admin, kafka, application));
    return faults;
  }
}
