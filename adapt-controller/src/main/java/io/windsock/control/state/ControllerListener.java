package io.windsock.control.state;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;

/**
 * A listener called on the control thread after {@link ControllerState} has changed. It must not
 * block.
 */
public interface ControllerListener {
  /** Called when a site's sample is received. */
  default void received(SiteSample sample, long atMs) {}

  /** Called when a sample of a topology instance is received. */
  default void received(TopologySample sample, long atMs) {}

  /** Called when a gateway's sample is received. */
  default void received(GatewaySample sample, long atMs) {}

  /** Called when a sample of a link is received. */
  default void received(LinkSample sample, long atMs) {}

  /** Called when newer parameters are received. */
  default void changed(Parameters parameters) {}

  /** Called when a decision is written. */
  default void decided(Decision decision) {}

  /** Called when a commit point is announced. */
  default void committed(CommitPoint point) {}

  /** Called when the controller's status changes. */
  default void statusChanged() {}
}
