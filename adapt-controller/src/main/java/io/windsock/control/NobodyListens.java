package io.windsock.control;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;

/** For a controller without a console. */
final class NobodyListens implements ControllerListener {
  @Override
  public void heard(SiteSample sample, long atMs) {}

  @Override
  public void heard(TopologySample sample, long atMs) {}

  @Override
  public void changed(Parameters parameters) {}

  @Override
  public void decided(Decision decision) {}

  @Override
  public void committed(CommitPoint point) {}

  @Override
  public void stands() {}
}
