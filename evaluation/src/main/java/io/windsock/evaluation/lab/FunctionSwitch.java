package io.windsock.evaluation.lab;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Pin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts mirroring functions in force in a laboratory, by calls of the mirroring API. One thread owns
 * it.
 */
final class FunctionSwitch {
  private final Cluster cluster;
  private final Monitor monitor;
  private final boolean withoutEffect;

  /** What {@link #use} has put in force; null if nothing, or if another call came after it. */
  private @Nullable Function function;

  /**
   * Creates a switch.
   *
   * @param monitor of the same cluster
   * @param withoutEffect whether every function mirrors like {@link Function#SIMPLE}
   */
  FunctionSwitch(Cluster cluster, Monitor monitor, boolean withoutEffect) {
    this.cluster = cluster;
    this.monitor = monitor;
    this.withoutEffect = withoutEffect;
  }

  /** Puts a function in force if it is not, and waits until it is. */
  void use(Function wanted) throws InterruptedException {
    Function effective = effective(wanted);
    if (effective != function) {
      awaitEpoch(pin(effective));
      function = effective;
    }
  }

  /** Makes calls, and waits until the last one is in force. */
  void make(List<MirroringCall> calls) throws InterruptedException {
    long epoch = 0;
    for (MirroringCall call : calls) {
      epoch = cluster.mirroring().make(call).epoch();
    }
    awaitEpoch(epoch);
    function = null;
  }

  /** Lets a function replace the one in force; does not wait for it. */
  void change(Function wanted) {
    pin(effective(wanted));
    function = null;
  }

  private Function effective(Function wanted) {
    return withoutEffect ? Function.SIMPLE : wanted;
  }

  /** Returns the epoch at which the function is in force. */
  private long pin(Function effective) {
    return cluster.mirroring().make(new Pin(effective.parameterName())).epoch();
  }

  private void awaitEpoch(long epoch) throws InterruptedException {
    cluster.await("epoch " + epoch + " is not in force", () -> monitor.reading().epoch() >= epoch);
  }
}
