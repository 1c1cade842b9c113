package io.windsock.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.control.ControllerPhase.Active;
import io.windsock.control.ControllerPhase.Blocked;
import io.windsock.control.ControllerPhase.Leading;
import io.windsock.control.ControllerPhase.TakingOver;
import io.windsock.control.ControllerPhase.Waiting;
import io.windsock.control.actuate.ControlWriter;
import io.windsock.control.state.ControllerStatus;
import io.windsock.control.state.ControllerStatus.Phase;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

/** Which phase follows which, and how others see each. */
class ControllerPhaseTest {
  private static final Uuid TOPIC = Uuid.randomUuid();

  private final ControlWriter writer =
      new ControlWriter(new MockProducer<>(), Topics.standard(), Catalogue.builtIn("airline"));
  private final TakingOver taking = new Waiting("waits to be elected").takeOver(writer, TOPIC);
  private final Active active = taking.activate();
  private final Blocked blocked = active.block("the topic has lost its records");

  @Test
  void shouldKeepTheWriterAndTheTopicWhileItLeads() {
    for (Leading leading :
        List.of(taking, active, blocked, active.with("slow"), blocked.unblock())) {
      assertThat(leading.writer()).isSameAs(writer);
      assertThat(leading.topicId()).isEqualTo(TOPIC);
      assertThat(leading.stepDown("fenced")).isEqualTo(new Waiting("fenced"));
    }
  }

  @Test
  void shouldShowWhereItIs() {
    assertThat(new Waiting("fenced").status())
        .isEqualTo(new ControllerStatus(Phase.WAITING, "fenced"));
    assertThat(active.status()).isEqualTo(new ControllerStatus(Phase.ACTIVE, "active"));
    assertThat(active.with("the clock is off").status())
        .isEqualTo(new ControllerStatus(Phase.ACTIVE, "active; the clock is off"));
    assertThat(blocked.status().detail()).isEqualTo("the topic has lost its records");
    assertThat(blocked.unblock().status()).isEqualTo(active.status());
  }

  @Test
  void shouldBeReadyWhileItFollowsTheTopicsAndActiveOnlyWhereItDecides() {
    for (Phase phase : Phase.values()) {
      ControllerStatus status = new ControllerStatus(phase, "");
      assertThat(status.active()).as("%s", phase).isEqualTo(phase == Phase.ACTIVE);
      assertThat(status.elected())
          .as("%s", phase)
          .isEqualTo(phase == Phase.ACTIVE || phase == Phase.BLOCKED);
      assertThat(status.ready())
          .as("%s", phase)
          .isEqualTo(phase != Phase.STARTING && phase != Phase.STOPPED);
    }
  }
}
