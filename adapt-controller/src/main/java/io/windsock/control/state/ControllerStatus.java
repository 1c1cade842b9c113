package io.windsock.control.state;

/**
 * A controller's status as others see it. Immutable.
 *
 * @param phase the phase
 * @param detail a description: what the controller waits for, or what is wrong
 */
public record ControllerStatus(Phase phase, String detail) {
  /** A controller's phases. */
  public enum Phase {
    /** It has not read the topics yet. */
    STARTING,
    /** It follows the topics and is ready to take over. */
    WAITING,
    /** It decides and writes. */
    ACTIVE,
    /** It is elected but writes nothing until an operator reinitializes the mirroring. */
    BLOCKED,
    /** It has stopped because of an error. */
    STOPPED
  }

  /** Returns whether it follows the control topic, so its reports are current. */
  public boolean ready() {
    return phase != Phase.STARTING && phase != Phase.STOPPED;
  }

  /** Returns whether it is the active controller; the others refuse changes. */
  public boolean active() {
    return phase == Phase.ACTIVE;
  }

  /** Returns whether it is elected; a blocked one is too, and can only start over. */
  public boolean elected() {
    return active() || phase == Phase.BLOCKED;
  }
}
