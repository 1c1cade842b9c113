package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.position;
import static io.windsock.rules.AirlineEvents.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.ComplexSequence.Until;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /**
   * Statuses with their event times in order of arrival ({@code L}: LANDED, {@code O}: OUT, {@code
   * S}: SCHEDULED), the longest that the rule discards, the event time of the position that comes
   * then, and whether it passes.
   */
  @ParameterizedTest
  @CsvSource({
    "L10,             0, 30, false",
    "O10,             0, 30, true",
    "L10 O20,         0, 30, true",
    "O20 L10,         0, 30, true",
    "L10 O20 L12,     0, 30, true",
    "L10 O20 L12 L15, 0, 30, true",
    "L10 O20 L25,     0, 30, false",
    "L10 L25 O20,     0, 30, false",
    "O20 L25 O22,     0, 30, false",
    "O20 L12 L25,     0, 30, false",
    "O20 O15 L18,     0, 30, true",
    "L10 O20 O15 L18, 0, 30, true",
    "L10 O10,         0, 30, true",
    "O10 L10,         0, 30, false",
    "L10 O20 L20,     0, 30, false",
    "L10,             0,  5, false",
    "L10,           100, 110, false",
    "L10,           100, 111, true",
    "L10 L50,       100, 150, false",
    "L50 L10,       100, 150, false",
    "L50 L10,       100, 151, true",
    "L10 O20 L12,   100, 30, true",
    "L10 S200 L5,   100, 201, true",
    "L10 S200 L150, 100, 201, false",
    "L10 S200 O150, 100, 201, true",
    "L10 O20 S200 L12, 100, 30, true",
  })
  void shouldGoByTheNewestStartOrEnd(
      String statuses, long untilMs, long positionMs, boolean passes) {
    Match out = new Match("FlightStatus", "status == 'OUT'");
    Duration time = untilMs == 0 ? null : Duration.ofMillis(untilMs);
    RuleRun run =
        new RuleRun(new ComplexSequence("landed", LANDED, "FlightPosition", new Until(out, time)));
    for (String status : statuses.split(" ", -1)) {
      String code = List.of("LANDED", "OUT", "SCHEDULED").get("LOS".indexOf(status.charAt(0)));
      run.receive(status(Long.parseLong(status.substring(1)), code));
      run.restart(0);
    }
    run.takeSent();

    run.receive(position(positionMs));

    assertThat(run.sent).hasSize(passes ? 1 : 0);
  }

  @Test
  void shouldForgetAStartWhoseTimeHasPassed() {
    RuleRun run =
        new RuleRun(
            new ComplexSequence(
                "landed", LANDED, "FlightPosition", Until.time(Duration.ofSeconds(10))));

    run.receive(status(1000, "LANDED")).receive(position(11_001));

    assertThat(run.history("leg").isEmpty()).isTrue();
  }

  @Test
  void shouldBeChangedOnlyByAnEventThatChangesWhatItDoes() {
    RuleRun run = new RuleRun(AFTER_LANDING);
    run.receive(status(4, "LANDED")).receive(status(6, "OUT"));
    run.history("leg").clean();

    run.receive(status(5, "LANDED")).receive(status(3, "OUT")).receive(position(9));

    assertThat(run.history("leg").dirty()).isFalse();
  }

  /** After the version and the rule's id two numbers: that it discards, since event time 4. */
  @Test
  void shouldLogAStartAsItAlwaysHas() {
    RuleRun run = new RuleRun(AFTER_LANDING);
    byte[] started = run.receive(status(4, "LANDED")).history("leg").encode();

    assertThat(Arrays.copyOfRange(started, 4, started.length)).containsExactly(2 << 1, 1 << 1, 8);
  }
}
