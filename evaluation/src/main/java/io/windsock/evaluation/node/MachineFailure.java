package io.windsock.evaluation.node;

/**
 * A fault of this machine that no experiment on nodes would survive. The message names the value
 * and the remedy.
 */
public final class MachineFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates a failure that its message explains completely. */
  MachineFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
