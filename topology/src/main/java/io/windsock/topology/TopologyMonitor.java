package io.windsock.topology;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.platform.telemetry.ProcessorUse;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.platform.telemetry.SampleSource;
import io.windsock.platform.time.Clocks;
import io.windsock.topology.receive.PartitionStatus;
import io.windsock.topology.receive.TaskParameters;
import io.windsock.topology.streams.TaskParts;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** Publishes this instance's samples to the monitor topic. */
final class TopologyMonitor implements SampleSource, AutoCloseable {
  private final TaskParts tasks;
  private final ControlFeed control;
  private final String instance;
  private final ProcessorUse processors = new ProcessorUse();
  private final SamplePublisher publisher;

  /**
   * Creates a monitor without starting it.
   *
   * @param admin must remain open while the monitor runs; the caller closes it
   */
  TopologyMonitor(
      TopologyConfig config, Admin admin, String id, TaskParts tasks, ControlFeed control) {
    this.tasks = tasks;
    this.control = control;
    instance = config.applicationId() + "-" + id;
    publisher =
        new SamplePublisher(
            instance,
            config.topics().monitor(),
            admin,
            SamplePublisher.producer(instance, config.clientProperties()),
            new EventCodec(config.catalogue()),
            this,
            offset -> {},
            Clocks.system());
  }

  void start() {
    publisher.start();
  }

  @Override
  public TopologySample sample(long nowMs) {
    ControlFeed.Offer offer = control.offer();
    List<PartitionSample> partitions = new ArrayList<>();
    String refused = offer.refused();
    TaskParameters newest = offer.newest();
    for (PartitionStatus status : tasks.statuses()) {
      PartitionSample partition =
          PartitionSample.newBuilder(status.sample()).setReady(tasks.ready(status)).build();
      partitions.add(partition);
      if (refused.isEmpty() && newest != null && newest.epoch() < partition.getEpoch()) {
        refused =
            "epoch %d is offered, and epoch %d is in force: it is stale"
                .formatted(newest.epoch(), partition.getEpoch());
      }
    }
    return new TopologySample(
        instance, nowMs, partitions, offer.epoch(), refused, processors.read());
  }

  /** Publishes no last sample: the tasks are closed by then, so it would report none. */
  @Override
  public void close() {
    publisher.silence();
    publisher.close();
  }
}
