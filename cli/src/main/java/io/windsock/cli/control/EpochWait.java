package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.Failure;
import io.windsock.control.client.ControllerClient;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until parameters written by a controller are in force. */
final class EpochWait {
  private static final long LOOK_MS = 100;
  private static final long PATIENCE_MS = 60_000;

  private EpochWait() {}

  /** Waits until every partition of the topology is at this epoch or a later one. */
  static void awaitEpoch(ControllerClient client, long epoch) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (true) {
      JsonNode topologies = client.get("/v1/samples").path("topologies");
      String behind = behind(topologies, epoch);
      if (behind.isEmpty()) {
        return;
      }
      if (System.nanoTime() > deadlineNs) {
        throw new Failure(
            "epoch " + epoch + " is written, but after " + PATIENCE_MS / 1000 + " s " + behind);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
    }
  }

  /** Returns which partitions are not at the epoch, in words; empty if all are. */
  static String behind(JsonNode topologies, long epoch) {
    if (topologies.isEmpty()) {
      return "no topology has reported yet";
    }
    for (Map.Entry<Integer, PartitionEpoch> entry : latest(topologies).entrySet()) {
      PartitionEpoch reported = entry.getValue();
      if (reported.epoch() < epoch) {
        return "partition "
            + entry.getKey()
            + " is under epoch "
            + reported.epoch()
            + (reported.refused().isEmpty() ? "" : ": " + reported.refused());
      }
    }
    return "";
  }

  /** The last report for a partition, and why its instance is at an older epoch. */
  private record PartitionEpoch(long atMs, long epoch, String refused) {}

  /**
   * Returns the latest report for each partition. A former instance's reports may name partitions
   * that another instance owns now.
   */
  private static Map<Integer, PartitionEpoch> latest(JsonNode topologies) {
    Map<Integer, PartitionEpoch> latest = new TreeMap<>();
    for (JsonNode received : topologies) {
      long atMs = received.path("heardMs").asLong();
      String refused = received.path("sample").path("refused").asText();
      for (JsonNode partition : received.path("sample").path("partitions")) {
        var reported = new PartitionEpoch(atMs, partition.path("epoch").asLong(), refused);
        latest.merge(
            partition.path("partition").asInt(), reported, (a, b) -> b.atMs() > a.atMs() ? b : a);
      }
    }
    return latest;
  }
}
