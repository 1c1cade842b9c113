package io.windsock.control.state;

/**
 * Where a controller is in its life, as others see it. Immutable.
 *
 * @param phase where it is
 * @param detail the same in words: what it waits for, or what is wrong
 */
public record ControllerStatus(Phase phase, String detail) {
  /** A controller's phases. */
  public enum Phase {
    /** It has not read the topics yet. */
    STARTING,
    /** It follows the topics, and would take over. */
    WAITING,
    /** It decides and writes. */
    ACTIVE,
    /** It is the elected one, and writes nothing until somebody begins again. */
    BLOCKED,
    /** It has ended by itself. */
    STOPPED
  }

  /** Whether it follows the control topic, so that what it reports is so. */
  public boolean ready() {
    return phase != Phase.STARTING && phase != Phase.STOPPED;
  }

  /** Whether it is the one that decides; changes are refused by the others. */
  public boolean active() {
    return phase == Phase.ACTIVE;
  }
}
