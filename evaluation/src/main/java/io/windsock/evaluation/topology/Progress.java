package io.windsock.evaluation.topology;

import io.windsock.testbed.process.ChildProcess;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/** A program's progress, observed from outside: the offsets committed by its group. */
final class Progress {
  private static final long POLL_MS = 20;

  private final Admin admin;
  private final String group;

  Progress(Admin admin, String group) {
    this.admin = admin;
    this.group = group;
  }

  /** Waits until the sum of committed offsets reaches {@code records}; returns the time, in ns. */
  long await(long records, ChildProcess child) throws InterruptedException {
    while (committed() < records) {
      if (!child.isAlive()) {
        throw new IllegalStateException("the child of " + group + " ended");
      }
      Thread.sleep(POLL_MS);
    }
    return System.nanoTime();
  }

  long committed() throws InterruptedException {
    try {
      long sum = 0;
      for (OffsetAndMetadata offset :
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values()) {
        sum += offset == null ? 0 : offset.offset();
      }
      return sum;
    } catch (ExecutionException e) {
      // The group does not exist yet, or its coordinator is moving.
      return 0;
    }
  }
}
