package io.windsock.topology.guard;

import io.windsock.contracts.config.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Whether source records were deleted before an application has received them. */
final class TrimCheck {
  private TrimCheck() {}

  /** Each source partition that begins after the committed offset. */
  static List<Fault> faults(Admin admin, Application application) {
    Map<TopicPartition, Long> committed = Committed.offsets(admin, application);
    Map<TopicPartition, Long> begins =
        Partitions.offsets(admin, committed.keySet(), OffsetSpec.earliest());
    List<Fault> faults = new ArrayList<>();
    begins.forEach(
        (partition, begin) -> {
          long next = Objects.requireNonNull(committed.get(partition));
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
