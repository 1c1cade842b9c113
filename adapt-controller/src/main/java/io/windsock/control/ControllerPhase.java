package io.windsock.control;

import io.windsock.control.actuate.ControlWriter;
import io.windsock.control.state.ControllerStatus;
import io.windsock.control.state.ControllerStatus.Phase;
import org.apache.kafka.common.Uuid;

/**
 * Where a controller's loop is. A phase that leads owns the writer of the control topic; the others
 * have none. Owned by the control thread.
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
  /** The same as others see it. */
  ControllerStatus status();

  /**
   * It does not write.
   *
   * @param reason what it waits for
   */
  record Waiting(String reason) implements ControllerPhase {
    /** It is elected, and has fenced the former writer. */
    TakingOver takeOver(ControlWriter writer, Uuid topicId) {
      return new TakingOver(writer, topicId);
    }

    @Override
    public ControllerStatus status() {
      return new ControllerStatus(Phase.WAITING, reason);
    }
  }

  /** It is the elected one, and nobody else can write. */
  sealed interface Leading extends ControllerPhase {
    /** The writer, open. */
    ControlWriter writer();

    /** The incarnation of the control topic that it writes to. */
    Uuid topicId();

    /** It writes no more; the caller closes the writer. */
    default Waiting stepDown(String reason) {
      return new Waiting(reason);
    }

    /** It must not change anything until somebody begins again. */
    default Blocked block(String reason) {
      return new Blocked(writer(), topicId(), reason);
    }
  }

  /** It reads what was written before. */
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
   * It decides and writes.
   *
   * @param trouble what is wrong meanwhile, in words; empty: nothing
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
   * It writes nothing but what begins again.
   *
   * @param reason why
   */
  record Blocked(ControlWriter writer, Uuid topicId, String reason) implements Leading {
    /** Somebody has begun again. */
    Active unblock() {
      return new Active(writer, topicId, "");
    }

    @Override
    public ControllerStatus status() {
      return new ControllerStatus(Phase.BLOCKED, reason);
    }
  }
}
