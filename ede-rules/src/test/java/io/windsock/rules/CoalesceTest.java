package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.boarding;
import static io.windsock.rules.AirlineEvents.position;
import static io.windsock.rules.AirlineEvents.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.config.RuleSet;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoalesceTest {
  private static final Coalesce FOUR =
      new Coalesce("bundle", List.of("FlightPosition", "FlightStatus"), 4, Duration.ofMillis(500));

  @Test
  void shouldCarryTheLatestPositionAndEveryStatus() {
    RuleRun run = new RuleRun(FOUR);

    run.receive(position(1))
        .receive(status(2, "OUT"))
        .receive(position(3))
        .receive(status(4, "OFF"));

    assertThat(run.sent).containsExactly("[2 3 4 -1]");
    assertThat(run.carried).isEqualTo(3);
    assertThat(run.taken[0]).isEqualTo(1);
    assertThat(run.held()).isZero();
    assertThat(run.derived.get(0).get("eventTime")).isEqualTo(4L);
  }

  @Test
  void shouldKeepTheNewerPositionWhenALateOneComes() {
    RuleRun run = new RuleRun(FOUR);

    run.receive(position(9)).receive(position(3)).receive(status(1, "OUT"));
    run.release(500);

    assertThat(run.sent).containsExactly("[1 3 -1]");
  }

  @Test
  void shouldSendASingleEventAsItIs() {
    RuleRun run = new RuleRun(FOUR);

    run.receive(position(1), 100).receive(position(2), 200);

    assertThat(run.release(599)).isZero();
    assertThat(run.release(600)).isEqualTo(1);
    assertThat(run.sent).containsExactly("2");
    assertThat(run.passed).isEqualTo(1);
    assertThat(run.history("leg").isEmpty()).isTrue();
  }

  /** They have equal event times: of two such the later in the log wins. */
  @Test
  void shouldSendWhatItHeldInTheOrderReceivedOnceItIsGone() {
    RuleRun run = new RuleRun(FOUR);
    run.receive(status(1, "SCHEDULED")).receive(status(1, "OUT")).receive(status(1, "OFF"));

    run.restart(RuleSet.of(AirlineEvents.CATALOGUE, List.of()), 50);
    run.release(100);

    assertThat(run.sent).containsExactly("1", "2", "3");
  }

  /**
   * The newer position is held where the older one was, ahead of a status received between them.
   */
  @Test
  void shouldSendWhatItReplacedInTheOrderReceivedOnceItIsGone() {
    RuleRun run = new RuleRun(new Coalesce("more", FOUR.types(), 8, FOUR.maxHold()));
    run.receive(status(1, "SCHEDULED")).receive(position(2)).receive(status(3, "OUT"));
    run.receive(position(4));

    run.restart(RuleSet.of(AirlineEvents.CATALOGUE, List.of()), 50);
    run.release(100);

    assertThat(run.sent).containsExactly("1", "3", "4");
  }

  @Test
  void shouldLetTypesThatItDoesNotNamePass() {
    RuleRun run = new RuleRun(FOUR);

    run.receive(position(1)).receive(boarding(2, 40));

    assertThat(run.sent).containsExactly("2");
  }

  @Test
  void shouldGoOnAfterARestart() {
    RuleRun run = new RuleRun(FOUR);

    run.receive(status(1, "OUT"), 0).receive(position(2), 100);
    run.restart(200);
    run.receive(position(3), 300);
    run.restart(400);

    assertThat(run.held()).isEqualTo(2);
    assertThat(run.release(499)).isZero();
    assertThat(run.release(500)).isEqualTo(1);
    assertThat(run.sent).containsExactly("[1 3 -1]");
  }

  @Test
  void shouldSendEarlyRatherThanMakeATooLargeUpdate() {
    RuleRun run =
        new RuleRun(new Coalesce("b", List.of("FlightStatus"), 100, Duration.ofSeconds(1)));
    String gate = "x".repeat(200 * 1024);

    for (int i = 1; i <= 3; i++) {
      run.receive(status(i, "OUT", gate));
    }

    assertThat(run.sent).containsExactly("[1 2]");
  }

  @Test
  void shouldReceiveWhatAnOverwriteLetsThrough() {
    RuleRun run =
        new RuleRun(Overwrite.latest("p", "FlightPosition", 2, Duration.ofSeconds(1)), FOUR);

    run.receive(position(1), 0).receive(position(2), 1).receive(status(3, "OFF"), 2);
    run.release(501);

    assertThat(run.sent).containsExactly("[2 3]");
    assertThat(run.taken).containsExactly(1, 0);
  }
}
