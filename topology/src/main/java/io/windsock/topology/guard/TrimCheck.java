package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether source records were deleted before an application has received them. Where nothing is
 * committed the changelog's stamp says what was received; a partition that has neither was never
 * worked on, and nothing of it is missed.
 */
final class TrimCheck {
  private TrimCheck() {}

  /**
   * Each source partition that begins after what was received of it, or accounted for as lost.
   *
   * @param kafka properties of a client
   */
  static List<Fault> faults(Admin admin, Map<String, Object> kafka, Application application) {
    Map<TopicPartition, Long> received = new HashMap<>(Committed.offsets(admin, application));
    Stamps.read(admin, kafka, application)
        .forEach((partition, stamp) -> received.merge(partition, stamp, Math::max));
    received.keySet().retainAll(Partitions.existing(admin, application.sources()));
    Map<TopicPartition, Long> begins =
        Partitions.offsets(admin, received.keySet(), OffsetSpec.earliest());
    List<Fault> faults = new ArrayList<>();
    received.forEach(
        (partition, next) -> {
          long begin = begins.getOrDefault(partition, 0L);
          if (begin > next) {
            faults.add(fault(partition, next, begin));
          }
        });
    return faults;
  }

  private static Fault fault(TopicPartition partition, long next, long begin) {
    return new Fault(
        "source " + partition,
        "offsets "
            + next
            + " to "
            + (begin - 1)
            + " were deleted before they were received; send these events again if you can, then"
            + " start with --accept-loss, which counts and dead-letters the range");
  }
}
