package io.windsock.control;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;

/** Hears of what a controller hears and does, on the control thread. It must not wait. */
interface ControllerListener {
  void heard(SiteSample sample, long atMs);

  void heard(TopologySample sample, long atMs);

  void changed(Parameters parameters);

  void decided(Decision decision);

  void committed(CommitPoint point);

  /** This controller has made and written a decision. */
  void made(Decision decision);

  /** This controller writes by a new client from now on. */
  void writes(KafkaClientMetrics client);

  /** The client by which it wrote is closed. */
  void writesNoMore();

  /** The controller has become active, or is not any more, or waits for something else. */
  void stands();
}
