package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.position;
import static io.windsock.rules.AirlineEvents.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverwriteTest {
  private static final Overwrite FIRST = Overwrite.first("positions", "FlightPosition", 3);
  private static final Overwrite LATEST =
      Overwrite.latest("positions", "FlightPosition", 3, Duration.ofSeconds(5));

  @ParameterizedTest
  @CsvSource({"0, 10, 0", "1, 10, 1", "10, 10, 1", "11, 10, 2", "100, 10, 10", "7, 1, 7"})
  void shouldMirrorOneOfEachRunWithFirst(int positions, int length, int mirrored) {
    RuleRun run = new RuleRun(Overwrite.first("positions", "FlightPosition", length));

    for (int i = 0; i < positions; i++) {
      run.receive(position(i), i);
    }

    assertThat(run.sent).hasSize(mirrored);
    assertThat(run.taken[0]).isEqualTo(positions - mirrored);
    assertThat(run.held()).isZero();
  }

  @Test
  void shouldSendTheFirstOfEachRun() {
    RuleRun run = new RuleRun(FIRST);

    for (int i = 0; i < 7; i++) {
      run.receive(position(i), i);
    }

    assertThat(run.sent).containsExactly("1", "4", "7");
  }

  @Test
  void shouldCountEachKeyByItself() {
    RuleRun run = new RuleRun(FIRST);

    run.receive("A", position(1), 0).receive("B", position(2), 0).receive("A", position(3), 0);

    assertThat(run.sent).containsExactly("1", "2");
  }

  @Test
  void shouldLeaveOtherTypesAlone() {
    RuleRun run = new RuleRun(FIRST);

    run.receive(position(1)).receive(status(2, "OFF")).receive(position(3));

    assertThat(run.sent).containsExactly("1", "2");
  }

  @Test
  void shouldSendTheNewestDiscardedOneWhenItsBoundPasses() {
    RuleRun run = new RuleRun(FIRST.withMaxHold(Duration.ofSeconds(5)));

    run.receive(position(1), 0).receive(position(2), 1000).receive(position(3), 2000);

    assertThat(run.release(5999)).isZero();
    assertThat(run.release(6000)).isEqualTo(1);
    assertThat(run.sent).containsExactly("1", "3");
    assertThat(run.taken[0]).isEqualTo(1);
  }

  @Test
  void shouldTakeWhatIsHeldWhenANewerOneIsSent() {
    RuleRun run = new RuleRun(FIRST.withMaxHold(Duration.ofSeconds(5)));

    for (int i = 1; i <= 4; i++) {
      run.receive(position(i), i);
    }

    assertThat(run.sent).containsExactly("1", "4");
    assertThat(run.taken[0]).isEqualTo(2);
    assertThat(run.held()).isZero();
  }

  @Test
  void shouldKeepWhatIsHeldWhenAnOlderOneIsSent() {
    RuleRun run = new RuleRun(FIRST.withMaxHold(Duration.ofSeconds(5)));

    run.receive(position(1)).receive(position(20)).receive(position(30)).receive(position(4));

    assertThat(run.takeSent()).containsExactly("1", "4");
    assertThat(run.release(5000)).isEqualTo(1);
    assertThat(run.sent).containsExactly("3");
  }

  @Test
  void shouldSendTheLastOfAFullRunWithLatest() {
    RuleRun run = new RuleRun(LATEST);

    for (int i = 1; i <= 7; i++) {
      run.receive(position(i), i);
    }

    assertThat(run.sent).containsExactly("3", "6");
    assertThat(run.taken[0]).isEqualTo(4);
    assertThat(run.held()).isEqualTo(1);
  }

  @Test
  void shouldSendAQuietFlightsLastPositionWhenTheBoundPasses() {
    RuleRun run = new RuleRun(LATEST);

    run.receive(position(1), 1000).receive(position(2), 2000);

    assertThat(run.release(5999)).isZero();
    assertThat(run.release(6000)).isEqualTo(1);
    assertThat(run.sent).containsExactly("2");
    assertThat(run.history("leg").isEmpty()).isTrue();
  }

  @Test
  void shouldNotLetALatePositionReplaceANewerOne() {
    RuleRun run = new RuleRun(LATEST);

    run.receive(position(10)).receive(position(30)).receive(position(20));

    assertThat(run.sent).containsExactly("2");
    assertThat(run.taken[0]).isEqualTo(2);
  }

  @Test
  void shouldSendAtOnceWithLengthOne() {
    RuleRun run = new RuleRun(Overwrite.latest("p", "FlightPosition", 1, Duration.ofSeconds(1)));

    run.receive(position(1)).receive(position(2));

    assertThat(run.sent).containsExactly("1", "2");
    assertThat(run.history("leg").dirty()).isFalse();
  }

  @Test
  void shouldReleaseInTheOrderInWhichEventsWereHeld() {
    RuleRun run = new RuleRun(LATEST);

    run.receive("A", position(1), 0).receive("B", position(2), 1).receive("C", position(3), 2);
    run.receive("A", position(4), 3);

    assertThat(run.release(10_000)).isEqualTo(3);
    assertThat(run.sent).containsExactly("4", "2", "3");
  }

  @Test
  void shouldNotWithholdForLongerWhenTheClockGoesBack() {
    RuleRun run = new RuleRun(LATEST);

    run.receive(position(1), 3_600_000);

    assertThat(run.release(1000)).isEqualTo(1);
  }

  @Test
  void shouldGoOnAfterARestart() {
    RuleRun run = new RuleRun(LATEST);

    run.receive(position(1), 0).receive(position(2), 1);
    run.restart(2);
    assertThat(run.held()).isEqualTo(1);
    run.receive(position(3), 3).receive(position(4), 4);
    run.restart(5);

    assertThat(run.release(5003)).isZero();
    assertThat(run.release(5004)).isEqualTo(1);
    assertThat(run.sent).containsExactly("3", "4");
    assertThat(run.taken[0]).isEqualTo(2);
    assertThat(run.held()).isZero();
  }

  @Test
  void shouldLogACountInSixBytes() {
    RuleRun run = new RuleRun(Overwrite.first("positions", "FlightPosition", 10));

    run.receive(position(1));

    assertThat(run.history("leg").encode()).hasSize(6);
  }
}
