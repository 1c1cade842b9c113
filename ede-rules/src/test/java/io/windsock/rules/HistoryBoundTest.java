package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.position;
import static io.windsock.rules.AirlineEvents.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.history.KeyHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What one history holds over all rules is bounded, and what finds no room goes on at once. */
class HistoryBoundTest {
  private static final int LARGE = 1_000_000;
  private static final Duration LONG = Duration.ofHours(1);
  private static final List<String> CODES =
      List.of("SCHEDULED", "OUT", "OFF", "LANDED", "AT_RUNWAY", "TAXIING", "AT_GATE", "CANCELLED");

  private static ComplexTuple tuple(String name, boolean absorb) {
    List<ComplexTuple.Part> parts = new ArrayList<>();
    for (String code : CODES) {
      String condition = "status == '" + code + "'";
      parts.add(ComplexTuple.Part.of("p" + parts.size(), "FlightStatus", condition));
    }
    return new ComplexTuple(name, parts, "FlightArrived", Map.of(), LONG, absorb);
  }

  private static RuleRun run() {
    return new RuleRun(
        tuple("one", false),
        tuple("two", false),
        Overwrite.latest("newest", "FlightPosition", 5, LONG),
        tuple("three", true),
        new Coalesce("together", List.of("FlightStatus", "FlightPosition"), 50, LONG));
  }

  @Test
  void shouldLogNoMoreThanTheBoundAndLoseNothing() {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    RuleRun run = run();
    for (int i = 1; i <= 120; i++) {
      String text = "x".repeat(random.nextInt(LARGE));
      boolean moves = random.nextInt(3) == 0;
      String code = CODES.get(random.nextInt(CODES.size()));
      run.receive(moves ? position(i, text) : status(i, code, text), i);
      assertThat(run.history("leg").encode().length)
          .as("seed %d", seed)
          .isLessThanOrEqualTo(KeyHistory.MAX_ENCODED_BYTES);
      assertThat(run.received)
          .as("seed %d", seed)
          .isEqualTo(run.passed + run.carried + run.takenInAll() + run.held());
    }
    for (int rule = 0; rule < 6; rule++) {
      run.release((rule + 1) * 2L * LONG.toMillis());
    }
    assertThat(run.held()).isZero();
    assertThat(run.history("leg").hasRoom(KeyHistory.MAX_HELD_BYTES / 2)).isTrue();
    assertThat(run.received).isEqualTo(run.passed + run.carried + run.takenInAll());
  }

  @Test
  void shouldSendAPositionAtOnceThatFindsNoRoomInPlaceOfAnOlderOne() {
    RuleRun run = run();
    String large = "x".repeat(LARGE);
    run.receive(position(1, "small"));
    for (int i = 0; i < 7; i++) {
      run.receive(status(2 + i, CODES.get(i), large));
    }
    run.takeSent();

    run.receive(position(20, large));

    assertThat(run.sent).containsExactly("9");
    assertThat(run.taken[2]).isEqualTo(1);
    assertThat(run.missing()).isEqualTo(run.held());
  }

  @Test
  void shouldHaveRoomAgainAfterARestart() {
    RuleRun run = run();
    for (int i = 0; i < 7; i++) {
      run.receive(status(2 + i, CODES.get(i), "x".repeat(LARGE)));
    }
    run.restart(10);

    assertThat(run.history("leg").hasRoom(2 * LARGE)).isFalse();
    run.release(2L * LONG.toMillis());
    assertThat(run.history("leg").hasRoom(2 * LARGE)).isTrue();
  }
}
