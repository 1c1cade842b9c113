package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.boarding;
import static io.windsock.rules.AirlineEvents.position;
import static io.windsock.rules.AirlineEvents.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.ComplexSequence.Until;
import io.windsock.rules.ComplexTuple.Part;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The bytes of logged histories, as the program wrote them on 2026-11-22: a changelog of that day
 * must be read back as it was meant.
 */
class HistoryFormatTest {
  private static final byte[] KEY = "leg".getBytes(StandardCharsets.UTF_8);

  private static final String ABSORBING =
      "01d7d12204020c33e64b160606d00f0004e40fbe0f6e00000000650685eb51b81ebd49402bf697dd"
          + "9387ddbf02c0bb010200409b43020080874302000020c40200020243020c343036323164009a0628"
          + "1402b410000cb410b2cddb0140000000006f0c0a00020a4241313233000000000000000000000000"
          + "000000000077dfb0280400048c1000088c10021800000000790800c801e80200000aa01000180000"
          + "0000790a00ca01e80200";
  private static final String REMEMBERING =
      "01d7d12204020c33e64b160606d00f0004e40fbe0f6e00000000650685eb51b81ebd49402bf697dd"
          + "9387ddbf02c0bb010200409b43020080874302000020c40200020243020c34303632316400e08080"
          + "10020cb410b2cddb0140000000006f0c0a00020a4241313233000000000000000000000000000000"
          + "000077dfb0280400048c1000088c10021800000000790800c801e80200000aa01000180000000079"
          + "0a00ca01e80200";
  private static final String REFERRING =
      "0233e64b160202a0100804a010d20f12706f736974696f6e73046ed3cb8cab0c77dfb0180200028c"
          + "1000028c10021800000000790800c801e80200";
  private static final String FORWARDING = "01947129060402d00f5b5edf0204";

  @Test
  void shouldLogHeldEventsAsBefore() {
    assertLogged(rules(true), ABSORBING);
  }

  @Test
  void shouldLogRememberedEventsAsBefore() {
    assertLogged(rules(false), REMEMBERING);
  }

  /** The latest position by reference, what came before with its bytes. */
  @Test
  void shouldLogReferencesAsBefore() {
    RuleSet rules =
        RuleSet.of(
            AirlineEvents.CATALOGUE,
            List.of(
                Overwrite.latest("latest", "FlightPosition", 10, Duration.ofSeconds(2)),
                new Coalesce("together", List.of("BoardingEvent"), 5, Duration.ofSeconds(1))));
    RuleRun run = new RuleRun(rules);
    run.receive(boarding(4, 100), 30).receive(position(1, "A"), 40);
    byte[] position = position(1, "A");
    KeyHistory history = run.history("leg");

    assertThat(HexFormat.of().formatHex(history.encode(2))).isEqualTo(REFERRING);
    KeyHistory decoded =
        KeyHistory.decode(
            KEY,
            HexFormat.of().parseHex(REFERRING),
            rules.layout(),
            (reference, held) -> {
              assertThat(reference.stream()).isEqualTo(AirlineEvents.CATALOGUE.streams().get(0));
              assertThat(reference.offset()).isEqualTo(2);
              assertThat(reference.fits(position)).isTrue();
              assertThat(held).isTrue();
              return position;
            });
    assertThat(hex(decoded)).isEqualTo(hex(history));
  }

  @Test
  void shouldLogTheMemoryOfAForwardingFunctionAsBefore() {
    RuleSet rules =
        RuleSet.of(AirlineEvents.CATALOGUE, List.of(Overwrite.first("one", "FlightPosition", 3)))
            .forwardedBy("every-third");
    KeyHistory history = new KeyHistory(KEY, rules.layout());
    MirroringFunction function = new MirroringFunction(rules.compiled(), new Nowhere());
    byte[] position = position(1, "A");
    SchemaVersion version =
        Objects.requireNonNull(AirlineEvents.CATALOGUE.version(Framing.schemaId(position)));

    for (int sequence = 1; sequence < 3; sequence++) {
      boolean unused = function.forwards(history, position, version, sequence, 1000);
      function.receive(history, position, version, sequence, 1000, 0);
    }

    assertThat(hex(history)).isEqualTo(FORWARDING);
    assertThat(hex(decode(FORWARDING, rules))).isEqualTo(FORWARDING);
  }

  private static RuleSet rules(boolean absorb) {
    return RuleSet.of(
        AirlineEvents.CATALOGUE,
        List.of(
            new ComplexSequence(
                "after-landing",
                new Match("FlightStatus", "status == 'LANDED'"),
                "FlightPosition",
                Until.time(Duration.ofHours(12))),
            Overwrite.latest("latest", "FlightPosition", 10, Duration.ofSeconds(2)),
            new ComplexTuple(
                "arrived",
                List.of(
                    Part.of("landed", "FlightStatus", "status == 'LANDED'"),
                    Part.of("gate", "FlightStatus", "status == 'AT_GATE'")),
                "FlightArrived",
                Map.of("landedAt", "landed.eventTime"),
                Duration.ofMinutes(30),
                absorb),
            new Coalesce("together", List.of("BoardingEvent"), 5, Duration.ofSeconds(1))));
  }

  private static void assertLogged(RuleSet rules, String expected) {
    RuleRun run = new RuleRun(rules);
    run.receive(position(1, "A"), 0).receive(position(3, "C"), 10).receive(position(2, "B"), 20);
    run.receive(boarding(4, 100), 30).receive(boarding(5, 101), 40);
    run.receive(status(6, "LANDED"), 50).receive(position(7, "D"), 60);

    assertThat(hex(run.history("leg"))).isEqualTo(expected);
    assertThat(hex(decode(expected, rules))).isEqualTo(expected);
  }

  private static KeyHistory decode(String hex, RuleSet rules) {
    return KeyHistory.decode(KEY, HexFormat.of().parseHex(hex), rules.layout());
  }

  private static String hex(KeyHistory history) {
    return HexFormat.of().formatHex(history.encode());
  }

  /** What is sent is of no interest here. */
  private static final class Nowhere implements MirrorOutput {
    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {}

    @Override
    public void derived(
        KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {}

    @Override
    public void taken(int rule, int events) {}
  }
}
