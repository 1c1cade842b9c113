package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.position;
import static io.windsock.rules.AirlineEvents.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.ComplexSequence.Until;
import io.windsock.rules.ComplexTuple.Part;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComplexTupleTest {
  private static final ComplexTuple ADD = arrived(false);
  private static final ComplexTuple ABSORB = arrived(true);

  static ComplexTuple arrived(boolean absorb) {
    return new ComplexTuple(
        "arrived",
        List.of(
            Part.of("landed", "FlightStatus", "status == 'LANDED'"),
            Part.of("runway", "FlightStatus", "status == 'AT_RUNWAY'"),
            Part.of("gate", "FlightStatus", "status == 'AT_GATE'")),
        "FlightArrived",
        Map.of("landedAt", "landed.eventTime", "atGateAt", "gate.eventTime", "gate", "gate.gate"),
        Duration.ofMinutes(30),
        absorb);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LANDED AT_RUNWAY AT_GATE",
        "AT_GATE LANDED AT_RUNWAY",
        "AT_RUNWAY AT_GATE LANDED"
      })
  void shouldDeriveOneEventWhateverTheOrder(String order) {
    RuleRun run = new RuleRun(ADD);
    List<String> codes = List.of("LANDED", "AT_RUNWAY", "AT_GATE");

    for (String code : order.split(" ", -1)) {
      run.receive(status(10 + codes.indexOf(code), code, "B32"));
    }

    assertThat(run.sent).containsExactly("1", "2", "3", "FlightArrived");
    GenericRecord event = run.derived.get(0);
    assertThat(event.get("eventTime")).isEqualTo(12L);
    assertThat(event.get("landedAt")).isEqualTo(10L);
    assertThat(event.get("atGateAt")).isEqualTo(12L);
    assertThat(event.get("gate")).hasToString("B32");
    assertThat(event.get("parts")).isNull();
    assertThat(run.taken).containsExactly(0);
    assertThat(run.history("leg").isEmpty()).isTrue();
  }

  @Test
  void shouldReplaceItsPartsAndCarryThem() {
    RuleRun run = new RuleRun(ABSORB);

    run.receive(status(3, "AT_GATE")).receive(status(9, "DELAYED")).receive(status(1, "LANDED"));
    assertThat(run.held()).isEqualTo(2);
    run.receive(status(2, "AT_RUNWAY"));

    assertThat(run.sent).containsExactly("2", "FlightArrived{1 3 4}");
    assertThat(run.taken).containsExactly(3);
    assertThat(run.held()).isZero();
  }

  @Test
  void shouldSendPartsAsTheyAreWhenTheirTimeRunsOut() {
    RuleRun run = new RuleRun(ABSORB);

    run.receive(status(1, "LANDED"), 0).receive(status(2, "AT_RUNWAY"), 60_000);

    assertThat(run.release(1_799_999)).isZero();
    assertThat(run.release(1_800_000)).isEqualTo(1);
    assertThat(run.release(1_860_000)).isEqualTo(1);
    assertThat(run.sent).containsExactly("1", "2");
    assertThat(run.taken).containsExactly(0);
    assertThat(run.history("leg").isEmpty()).isTrue();
  }

  @Test
  void shouldForgetRememberedPartsWhenTheirTimeRunsOut() {
    RuleRun run = new RuleRun(ADD);

    run.receive(status(1, "LANDED"), 0).receive(status(2, "AT_RUNWAY"), 0);
    assertThat(run.held()).isZero();
    assertThat(run.release(1_800_000)).isZero();
    run.receive(status(3, "AT_GATE"), 1_800_001);

    assertThat(run.sent).containsExactly("1", "2", "3");
  }

  @Test
  void shouldNotCombinePartsThatLieTooFarApart() {
    RuleRun run = new RuleRun(ABSORB);
    long hours = Duration.ofHours(5).toMillis();

    run.receive(status(1, "LANDED")).receive(status(2, "AT_RUNWAY"));
    run.receive(status(hours, "AT_GATE"));
    assertThat(run.takeSent()).containsExactly("1", "2");
    assertThat(run.held()).isEqualTo(1);
    run.receive(status(3, "LANDED"));

    assertThat(run.sent).containsExactly("4");
    assertThat(run.taken).containsExactly(0);
  }

  @Test
  void shouldKeepTheNewerOfTwoThatAreTheSamePart() {
    RuleRun run = new RuleRun(ABSORB);

    run.receive(status(10, "AT_GATE", "B1")).receive(status(30, "AT_GATE", "B3"));
    run.receive(status(20, "AT_GATE", "B2"));
    assertThat(run.takeSent()).containsExactly("1", "3");
    run.receive(status(5, "LANDED")).receive(status(6, "AT_RUNWAY"));

    assertThat(run.sent).containsExactly("FlightArrived{2 4 5}");
    assertThat(run.derived.get(0).get("gate")).hasToString("B3");
  }

  /** Any status, one of a gate, and the landing. */
  private static ComplexTuple overlapping() {
    return new ComplexTuple(
        "arrived",
        List.of(
            Part.of("any", "FlightStatus", "eventTime >= 0"),
            Part.of("gated", "FlightStatus", "gate == 'B32'"),
            Part.of("landed", "FlightStatus", "status == 'LANDED'")),
        "FlightArrived",
        Map.of("landedAt", "landed.eventTime", "gate", "gated.gate"),
        Duration.ofMinutes(30),
        true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LGO", "LOG", "GLO", "GOL", "OLG", "OGL"})
  void shouldAssignPartsThatOverlapWhateverTheOrder(String order) {
    RuleRun run = new RuleRun(overlapping());
    List<byte[]> events =
        List.of(status(1, "LANDED", "B32"), status(2, "AT_GATE", "B32"), status(3, "OUT", "A1"));

    for (int i = 0; i < order.length(); i++) {
      run.receive(events.get("LGO".indexOf(order.charAt(i))));
      run.restart(0); // where an event was moved is not logged
    }

    assertThat(run.sent).containsExactly("FlightArrived{1 2 3}");
    assertThat(run.derived.get(0).get("landedAt")).isEqualTo(1L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"14589", "98541", "85914", "59418", "41895", "89514"})
  void shouldKeepTheNewestOfPartsThatOverlapWhateverTheOrder(String order) {
    RuleRun run = new RuleRun(overlapping());

    for (int i = 0; i < order.length(); i++) {
      run.receive(status(order.charAt(i) - '0', "OUT", "B32"));
    }
    run.receive(status(7, "LANDED", "A1"));

    GenericRecord event = run.derived.get(0);
    assertThat(run.derived).hasSize(1);
    assertThat(event.get("eventTime")).as("8, 9 and the landing").isEqualTo(9L);
    assertThat(event.get("landedAt")).isEqualTo(7L);
    assertThat(run.sent).hasSize(4);
  }

  @Test
  void shouldStartASequenceWithTheDerivedEvent() {
    RuleRun run =
        new RuleRun(
            ADD,
            new ComplexSequence(
                "after-arrival",
                Match.any("FlightArrived"),
                "FlightPosition",
                Until.event("FlightStatus", "status == 'OUT'")));

    run.receive(status(1, "LANDED")).receive(status(2, "AT_RUNWAY")).receive(position(3));
    run.receive(status(4, "AT_GATE")).receive(position(5));

    assertThat(run.sent).containsExactly("1", "2", "3", "4", "FlightArrived");
    assertThat(run.taken).containsExactly(0, 1);
  }

  @Test
  void shouldCoalesceTheDerivedEventWithoutCountingItAsASourceEvent() {
    RuleRun run =
        new RuleRun(
            ADD,
            new Coalesce(
                "bundle", List.of("FlightStatus", "FlightArrived"), 9, Duration.ofSeconds(1)));

    run.receive(status(1, "LANDED")).receive(status(2, "AT_RUNWAY")).receive(status(3, "AT_GATE"));
    assertThat(run.held()).isEqualTo(3);
    run.release(1000);

    assertThat(run.sent).containsExactly("[1 2 3 FlightArrived]");
    assertThat(run.carried).isEqualTo(3);
  }

  @Test
  void shouldSendPartsThatAreTooLargeForOneEvent() {
    RuleRun run = new RuleRun(ABSORB);
    String gate = "x".repeat(200 * 1024);

    run.receive(status(1, "LANDED", gate)).receive(status(2, "AT_RUNWAY", gate));
    run.receive(status(3, "AT_GATE", gate));

    assertThat(run.sent).containsExactly("1", "2", "3", "FlightArrived");
    assertThat(run.taken).containsExactly(0);
    assertThat(run.held()).isZero();
  }

  @Test
  void shouldGoOnAfterARestart() {
    RuleRun run = new RuleRun(ABSORB);

    run.receive(status(1, "LANDED"), 0);
    run.restart(10);
    run.receive(status(3, "AT_GATE"), 20);
    run.restart(30);
    assertThat(run.held()).isEqualTo(2);
    run.receive(status(2, "AT_RUNWAY"), 40);
    run.restart(50);

    assertThat(run.sent).containsExactly("FlightArrived{1 2 3}");
    assertThat(run.held()).isZero();
    assertThat(run.history("leg").isEmpty()).isTrue();
  }
}
