package io.windsock.testbed.audit;

import io.windsock.contracts.config.Failure;
import io.windsock.site.status.SiteRole;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Checks that the outputs still have their beginnings, which an audit requires. */
public final class WholeLog {
  private WholeLog() {}

  /**
   * Checks both outputs.
   *
   * @throws Failure if one of them was trimmed
   */
  public static void require(Pipeline pipeline) throws InterruptedException, ExecutionException {
    Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
    for (SiteRole role : SiteRole.values()) {
      for (int p = 0; p < pipeline.partitions(); p++) {
        earliest.put(new TopicPartition(role.topic(pipeline.topics()), p), OffsetSpec.earliest());
      }
    }
    try (Admin admin = Admin.create(pipeline.client())) {
      Map<TopicPartition, ListOffsetsResultInfo> begins = admin.listOffsets(earliest).all().get();
      for (Map.Entry<TopicPartition, ListOffsetsResultInfo> begin : begins.entrySet()) {
        if (begin.getValue().offset() > 0) {
          throw new Failure(
              ("topic %s was trimmed by an earlier run (partition %d begins at %d), so it can't be"
                      + " added up: start again with --fresh, or use another --data")
                  .formatted(
                      begin.getKey().topic(),
                      begin.getKey().partition(),
                      begin.getValue().offset()));
        }
      }
    }
  }
}
