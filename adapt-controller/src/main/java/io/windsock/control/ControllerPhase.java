package io.windsock.control;

import io.windsock.control.actuate.ControlWriter;
import io.windsock.control.state.ControllerStatus;
import io.windsock.control.state.ControllerStatus.Phase;
import org.apache.kafka.common.Uuid;

/**
 * The phase of a controller's loop. A leading phase owns the writer of the control topic; the
 * others have none. Owned by the control thread.
 *
 * <pre>
 *             takeOver                activate
 *  Waiting ──────────────▶ TakingOver ────────▶ Active ──▶ Active, with other trouble
 *     ▲                        │ block           │  ▲
 *     │                        ▼                 │  │ unblock
 *     │                     Blocked ◀── block ───┘  │
 *     │                        └────────────────────┘
 *     └── stepDown ── from TakingOver, Active, Blocked
 * </pre>
 */
sealed interface ControllerPhase {
  /** Returns the phase as others see it. */
  ControllerStatus status();

  /**
   * The controller does not write.
   *
   * @param reason what it waits for
   */
  record Waiting(String reason) implements ControllerPhase {
    /** Enters the phase after the election, with the former writer fenced. */
    TakingOver takeOver(ControlWriter writer, Uuid topicId) {
      return new TakingOver(writer, topicId);
    }

    @Override
    public ControllerStatus status() {
      return new ControllerStatus(Phase.WAITING, reason);
    }
  }

  /** The controller is elected, and no other can write. */
  sealed interface Leading extends ControllerPhase {
    /** Returns the open writer. */
    ControlWriter writer();

    /** Returns the incarnation of the control topic that the writer writes to. */
    Uuid topicId();

    /** Stops writing; the caller closes the writer. */
    default Waiting stepDown(String reason) {
      return new Waiting(reason);
    }

    /** Stops all changes until an operator reinitializes the mirroring. */
    default Blocked block(String reason) {
      return new Blocked(writer(), topicId(), reason);
    }
  }

  /** The controller reads the records written before its election. */
  record TakingOver(ControlWriter writer, Uuid topicId) implements Leading {
    Active activate() {
      return new Active(writer, topicId, "");
    }

    @Override
    public ControllerStatus status() {
      return new ControllerStatus(Phase.WAITING, "takes over");
    }
  }

  /**
   * The controller decides and writes.
   *
   * @param trouble a problem that does not stop it; empty if there is none
   */
  record Active(ControlWriter writer, Uuid topicId, String trouble) implements Leading {
    Active with(String otherTrouble) {
      return new Active(writer, topicId, otherTrouble);
    }

    @Override
    public ControllerStatus status() {
      return new ControllerStatus(
          Phase.ACTIVE, trouble.isEmpty() ? "active" : "active; " + trouble);
    }
  }

  /**
   * The controller refuses all changes except reinitialization.
   *
   * @param reason why it is blocked
   */
  record Blocked(ControlWriter writer, Uuid topicId, String reason) implements Leading {
    /** Resumes after reinitialization. */
    Active unblock() {
      return new Active(writer, topicId, "");
    }

    @Override
    public ControllerStatus status() {
      return new ControllerStatus(Phase.BLOCKED, reason);
    }
  }
}
