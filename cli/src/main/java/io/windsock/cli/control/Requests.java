package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.Failure;
import io.windsock.control.client.ControllerClient;
import io.windsock.control.client.ControllerException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Asks a controller, and waits for what it says to be so. */
final class Requests {
  private static final long LOOK_MS = 100;
  private static final long PATIENCE_MS = 60_000;

  private Requests() {}

  /** What it answers; that there is none becomes a failure of the command. */
  static <T> T ask(Supplier<T> request) {
    try {
      return request.get();
    } catch (ControllerException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    }
  }

  /** Waits until every partition of the topology is under this epoch or a later one. */
  static void awaitEpoch(ControllerClient client, long epoch) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (true) {
      JsonNode topologies = ask(() -> client.get("/v1/samples")).path("topologies");
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

  /** Who is not under the epoch, in words; empty if all are. */
  private static String behind(JsonNode topologies, long epoch) {
    if (topologies.isEmpty()) {
      return "no topology has been heard of";
    }
    for (JsonNode heard : topologies) {
      JsonNode sample = heard.path("sample");
      String refused = sample.path("refused").asText();
      for (JsonNode partition : sample.path("partitions")) {
        if (partition.path("epoch").asLong() < epoch) {
          return "partition "
              + partition.path("partition").asInt()
              + " is under epoch "
              + partition.path("epoch").asLong()
              + (refused.isEmpty() ? "" : ": " + refused);
        }
      }
    }
    return "";
  }
}
