package io.windsock.control.state;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;

/**
 * Is notified after {@link ControllerState} has changed, on the control thread. It must not wait.
 */
public interface ControllerListener {
  /** A site's sample was received. */
  default void received(SiteSample sample, long atMs) {}

  /** A sample of an instance of the topology was received. */
  default void received(TopologySample sample, long atMs) {}

  /** These parameters are the newest now. */
  default void changed(Parameters parameters) {}

  /** A decision was written. */
  default void decided(Decision decision) {}

  /** A commit point was announced. */
  default void committed(CommitPoint point) {}

  /** The controller's status has changed. */
  default void statusChanged() {}
}
