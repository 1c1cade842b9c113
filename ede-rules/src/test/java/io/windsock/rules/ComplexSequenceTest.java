package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.position;
import static io.windsock.rules.AirlineEvents.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.ComplexSequence.Until;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ComplexSequenceTest {
  private static final Match LANDED = new Match("FlightStatus", "status == 'LANDED'");
  private static final ComplexSequence AFTER_LANDING =
      new ComplexSequence(
          "landed",
          LANDED,
          "FlightPosition",
          Until.event("FlightStatus", "status in ['SCHEDULED', 'OUT']"));

  @Test
  void shouldDiscardPositionsAfterLanding() {
    RuleRun run = new RuleRun(AFTER_LANDING);

    run.receive(position(1)).receive(status(2, "OFF")).receive(position(3));
    run.receive(status(4, "LANDED")).receive(position(5)).receive(position(6));

    assertThat(run.sent).containsExactly("1", "2", "3", "4");
    assertThat(run.taken).containsExactly(2);
  }

  @Test
  void shouldDiscardAPositionThatArrivesAfterTheLandingWhateverItsTime() {
    RuleRun run = new RuleRun(AFTER_LANDING);

    run.receive(status(4, "LANDED")).receive(position(3));

    assertThat(run.sent).containsExactly("1");
  }

  @Test
  void shouldLetPositionsPassAgainAfterTheReset() {
    RuleRun run = new RuleRun(AFTER_LANDING);

    run.receive(status(4, "LANDED")).receive(position(5));
    run.receive(status(6, "OUT")).receive(position(7));

    assertThat(run.sent).containsExactly("1", "3", "4");
    assertThat(run.history("leg").isEmpty()).isTrue();
  }

  @Test
  void shouldNotBeResetByAnEventOlderThanTheLanding() {
    RuleRun run = new RuleRun(AFTER_LANDING);

    run.receive(status(4, "LANDED")).receive(status(3, "OUT")).receive(position(5));

    assertThat(run.sent).containsExactly("1", "2");
  }

  @Test
  void shouldTellKeysApart() {
    RuleRun run = new RuleRun(AFTER_LANDING);

    run.receive("A", status(4, "LANDED"), 0).receive("B", position(5), 0);

    assertThat(run.sent).containsExactly("1", "2");
  }

  @Test
  void shouldEndWhenItsTimeHasPassed() {
    RuleRun run =
        new RuleRun(
            new ComplexSequence(
                "landed", LANDED, "FlightPosition", Until.time(Duration.ofSeconds(10))));

    run.receive(status(1000, "LANDED")).receive(position(11_000)).receive(position(11_001));

    assertThat(run.sent).containsExactly("1", "3");
  }

  @Test
  void shouldCountTheTimeFromTheNewestLanding() {
    RuleRun run =
        new RuleRun(
            new ComplexSequence(
                "landed", LANDED, "FlightPosition", Until.time(Duration.ofSeconds(10))));

    run.receive(status(1000, "LANDED")).receive(status(9000, "LANDED")).receive(position(15_000));

    assertThat(run.sent).containsExactly("1", "2");
  }

  @Test
  void shouldStartAndEndByTheDiscardedTypeItself() {
    RuleRun run =
        new RuleRun(
            new ComplexSequence(
                "high",
                new Match("FlightPosition", "altitudeFt > 10000"),
                "FlightPosition",
                Until.event("FlightStatus", "status == 'LANDED'")));

    run.receive(position(1)).receive(position(2)).receive(status(3, "LANDED")).receive(position(4));

    assertThat(run.sent).containsExactly("1", "3", "4");
  }

  @Test
  void shouldGoOnAfterARestart() {
    RuleRun run = new RuleRun(AFTER_LANDING);

    run.receive(status(4, "LANDED"));
    run.restart(0);
    run.receive(position(5));
    run.restart(0);
    run.receive(status(6, "OUT"));
    run.restart(0);
    run.receive(position(7));

    assertThat(run.sent).containsExactly("1", "3", "4");
  }

  @Test
  void shouldDiscardWhatAnEarlierRuleWithheld() {
    RuleRun run =
        new RuleRun(
            Overwrite.latest("latest", "FlightPosition", 10, Duration.ofSeconds(2)), AFTER_LANDING);

    run.receive(position(1), 0).receive(status(2, "LANDED"), 1000);
    assertThat(run.release(2000)).isZero();

    assertThat(run.sent).containsExactly("2");
    assertThat(run.taken).containsExactly(0, 1);
    assertThat(run.held()).isZero();
  }
}
