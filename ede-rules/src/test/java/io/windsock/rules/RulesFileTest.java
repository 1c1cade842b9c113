package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.CATALOGUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.rules.ComplexSequence.Until;
import io.windsock.rules.config.RuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RulesFileTest {
  private static RuleSet parse(String yaml) {
    return RuleSet.parse(yaml, "rules.yaml", CATALOGUE);
  }

  private static List<String> faults(String yaml) {
    ConfigurationException thrown =
        catchThrowableOfType(ConfigurationException.class, () -> parse(yaml));
    assertThat(thrown).as("accepted: %s", yaml).isNotNull();
    return thrown.faults().stream().map(Fault::toString).toList();
  }

  @Test
  void shouldReadEveryKindOfRule() {
    RuleSet rules =
        parse(
            """
            rules:
              - {name: a, rule: overwrite, type: FlightPosition, mode: first, length: 10}
              - {name: b, rule: overwrite, type: FlightPosition, mode: latest, length: 5, maxHold: 500ms}
              - name: c
                rule: complex-sequence
                after: {type: FlightStatus, when: "status == 'LANDED'"}
                discard: FlightPosition
                until: {type: FlightStatus, when: "status == 'OUT'", time: 12h}
              - name: d
                rule: complex-tuple
                parts:
                  - {name: landed, type: FlightStatus, when: "status == 'LANDED'"}
                  - {name: gate, type: FlightStatus, when: "status == 'AT_GATE'"}
                derive: FlightArrived
                fields: {landedAt: landed.eventTime}
                ttl: 30m
                absorb: true
              - {name: e, rule: coalesce, types: [FlightStatus, FlightArrived], max: 10, maxHold: 2s}
            """);

    assertThat(rules.rules())
        .containsExactly(
            Overwrite.first("a", "FlightPosition", 10),
            Overwrite.latest("b", "FlightPosition", 5, Duration.ofMillis(500)),
            new ComplexSequence(
                "c",
                new Match("FlightStatus", "status == 'LANDED'"),
                "FlightPosition",
                new Until(new Match("FlightStatus", "status == 'OUT'"), Duration.ofHours(12))),
            new ComplexTuple(
                "d",
                List.of(
                    ComplexTuple.Part.of("landed", "FlightStatus", "status == 'LANDED'"),
                    ComplexTuple.Part.of("gate", "FlightStatus", "status == 'AT_GATE'")),
                "FlightArrived",
                Map.of("landedAt", "landed.eventTime"),
                Duration.ofMinutes(30),
                true),
            new Coalesce("e", List.of("FlightStatus", "FlightArrived"), 10, Duration.ofSeconds(2)));
    assertThat(rules.names()).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void shouldReadTheRulesThatShip() {
    RuleSet rules = RuleSet.standard(CATALOGUE);

    assertThat(rules.names()).isNotEmpty();
    assertThat(rules.explain().lines()).hasSize(rules.names().size());
  }

  @Test
  void shouldReadEveryExample() throws IOException {
    Path examples = Path.of("..", "docs", "examples", "rules");
    try (var files = Files.list(examples)) {
      List<Path> all = files.toList();
      assertThat(all).isNotEmpty();
      for (Path file : all) {
        assertThat(RuleSet.load(file, CATALOGUE).names()).as("%s", file).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10", "1.5", ".5", "-1", "1_000", "0x1F", "0b1", "1e5", "1.e-3", ".inf", "._", "true", "No",
        "null", "-", "."
      })
  void shouldWriteNamesSoThatTheyAreRead(String name) {
    RuleSet rules =
        parse(
            "rules: [{name: '%s', rule: overwrite, type: FlightPosition, mode: first, length: 2}]"
                .formatted(name));

    assertThat(parse(rules.text()).names()).containsExactly(name);
  }

  @Test
  void shouldMirrorEverythingByNoRule() {
    assertThat(parse("rules: []").names()).isEmpty();
    assertThat(parse("rules: []").explain()).isEqualTo("mirror every event\n");
  }

  @Test
  void shouldNameEveryFaultWithItsPlace() {
    assertThat(
            faults(
                """
                rules:
                  - {name: a, rule: overwrite, type: FlightPosition, mode: newest, length: 0}
                  - {name: a, rule: overwrite, type: FlightStatus, mode: first, length: 10}
                  - {name: "b c", rule: overwrite, type: Position, mode: latest, length: ten, maxHold: 3 days}
                  - {rule: filter}
                  - {name: d, rule: overwrite, type: FlightPosition, mode: first, length: 5, lenght: 4}
                mode: fast
                """))
        .containsExactlyInAnyOrder(
            "rules.yaml: rules[0].mode: is \"newest\"; it must be one of [first, latest]",
            "rules.yaml: rules[0].length: is 0; it must be 1 to 100000",
            "rules.yaml: rules[1].name: 'a' is also the name of rules[0]",
            "rules.yaml: rules[1].type: FlightStatus is essential, so no rule may discard it; name a"
                + " type that the catalogue marks 'supersede: allowed': [FlightPosition]",
            "rules.yaml: rules[2].name: is 'b c'; it must be 1 to 64 letters, digits, dots, dashes"
                + " or underscores",
            "rules.yaml: rules[2].type: 'Position' is not a source event, one that a stream carries;"
                + " there are [FlightPosition, FlightStatus, BoardingEvent, BaggageEvent, CrewEvent]",
            "rules.yaml: rules[2].length: is \"ten\"; it must be a whole number",
            "rules.yaml: rules[2].maxHold: is \"3 days\"; it must be a duration such as 500ms, 2s,"
                + " 30m or 12h",
            "rules.yaml: rules[3].name: is missing; it must be a text",
            "rules.yaml: rules[3].rule: is \"filter\"; it must be one of [overwrite,"
                + " complex-sequence, complex-tuple, coalesce, function]",
            "rules.yaml: rules[4].lenght: is not known here; known are name, rule, mode, type,"
                + " length, maxHold",
            "rules.yaml: mode: is not known here; known are rules");
  }

  @Test
  void shouldNameFaultsOfASequence() {
    assertThat(
            faults(
                """
                rules:
                  - name: a
                    rule: complex-sequence
                    after: {type: FlightStatus, when: "status == 'LANDET'"}
                    discard: BoardingEvent
                    until: {when: "status == 'OUT'"}
                  - name: b
                    rule: complex-sequence
                    after: {type: FlightArrived, if: "x"}
                    discard: FlightPosition
                    until: {type: FlightStatus, when: "speed > 3", time: 48h}
                """))
        .satisfiesExactlyInAnyOrder(
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[0].after.when: 'LANDET' is never status; it is one of [UNKNOWN, SCHED"),
            f ->
                assertThat(f)
                    .startsWith("rules.yaml: rules[0].discard: BoardingEvent is essential"),
            f -> assertThat(f).startsWith("rules.yaml: rules[0].until.when: is not known here"),
            f -> assertThat(f).startsWith("rules.yaml: rules[0].until: is empty"),
            f ->
                assertThat(f)
                    .startsWith("rules.yaml: rules[1].after.type: no rule before this one derives"),
            f -> assertThat(f).startsWith("rules.yaml: rules[1].after.if: is not known here"),
            f ->
                assertThat(f)
                    .contains(
                        "rules[1].until.when: 'speed > 3' is not a condition: undeclared reference to 'speed', at character 1; FlightStatus has [eventTime, status"),
            f ->
                assertThat(f)
                    .isEqualTo("rules.yaml: rules[1].until.time: is 48h; it must be 1ms to 24h"));
  }

  @Test
  void shouldNameFaultsOfATuple() {
    assertThat(
            faults(
                """
                rules:
                  - name: a
                    rule: complex-tuple
                    parts:
                      - {name: landed, type: FlightStatus, when: "status == 'LANDED'"}
                      - {name: landed, type: AllBoarded}
                    derive: FlightStatus
                    ttl: 0s
                  - name: b
                    rule: complex-tuple
                    parts:
                      - {name: landed, type: FlightStatus, when: "status == 'LANDED'"}
                      - {name: gate, type: FlightStatus, when: "status == 'AT_GATE'"}
                    derive: AllBoarded
                    fields: {boarded: gate.eventTime, seat: gate.gate, eventTime: gate.eventTime}
                    ttl: 30m
                    absorb: true
                  - name: c
                    rule: complex-tuple
                    parts:
                      - {name: landed, type: FlightStatus, when: "status == 'LANDED'"}
                    derive: AllBoarded
                    fields: {boarded: landed}
                """))
        .satisfiesExactlyInAnyOrder(
            f ->
                assertThat(f)
                    .isEqualTo("rules.yaml: rules[0].parts[1].name: 'landed' is used twice"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[0].parts[1].type: 'AllBoarded' is not a source event"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[0].derive: 'FlightStatus' is not a derived event"),
            f ->
                assertThat(f).startsWith("rules.yaml: rules[0].ttl: is 0ms; it must be 1ms to 24h"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[1].fields.boarded: can't hold 'gate.eventTime': that is"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[1].fields.seat: is not a field of AllBoarded; it has [eventTime, boarded]"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[1].fields.eventTime: is filled by the rule itself"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[1].absorb: would lose essential events, [FlightStatus]"),
            f ->
                assertThat(f).startsWith("rules.yaml: rules[2].parts: lists 1; a tuple has 2 to 8"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[2].fields.boarded: is 'landed'; it must be part.field"),
            f -> assertThat(f).startsWith("rules.yaml: rules[2].ttl: is missing"));
  }

  @Test
  void shouldNameFaultsOfCoalescing() {
    assertThat(
            faults(
                """
                rules:
                  - {name: a, rule: coalesce, types: [FlightStatus, FlightStatus], max: 1}
                  - {name: b, rule: coalesce, types: [FlightStatus], max: 1000, maxHold: 25h}
                  - {name: c, rule: coalesce, types: [], max: 5}
                  - {name: d, rule: overwrite, type: FlightPosition, mode: first, length: 10}
                """))
        .satisfiesExactlyInAnyOrder(
            f -> assertThat(f).startsWith("rules.yaml: rules[0].types: names a type twice"),
            f -> assertThat(f).startsWith("rules.yaml: rules[0].max: is 1; it must be 2 to 256"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[1].types: FlightStatus is coalesced by rules[0] already"),
            f -> assertThat(f).startsWith("rules.yaml: rules[1].max: is 1000; it must be 2 to 256"),
            f -> assertThat(f).startsWith("rules.yaml: rules[1].maxHold: is 25h"),
            f -> assertThat(f).startsWith("rules.yaml: rules[2].types: lists no type"),
            f ->
                assertThat(f)
                    .startsWith(
                        "rules.yaml: rules[3].rule: comes after rules[0], which coalesces"));
  }

  @Test
  void shouldRefuseWhatIsNotARulesFile(@TempDir Path folder) throws IOException {
    assertThat(faults(""))
        .containsExactly("rules.yaml: is empty; to mirror every event, write 'rules: []'");
    assertThat(faults("- a"))
        .first()
        .asString()
        .startsWith("rules.yaml: is [\"a\"]; it must be a mapping");
    assertThat(faults("rules: 3"))
        .first()
        .asString()
        .startsWith("rules.yaml: rules: is 3; it must be a list");
    assertThat(faults("rules:\n  - a\n"))
        .first()
        .asString()
        .startsWith("rules.yaml: rules[0]: is \"a\"; it must be a mapping");
    assertThat(faults("rules: [\n"))
        .first()
        .asString()
        .startsWith("rules.yaml, line ")
        .contains("is not YAML");
    assertThat(faults("rules: []\nrules: []\n"))
        .first()
        .asString()
        .contains("is not YAML")
        .contains("uplicate");
    assertThat(faults("rules: []\n---\nrules: []\n"))
        .first()
        .asString()
        .contains("one more YAML document");

    Path absent = folder.resolve("none.yaml");
    assertThat(
            catchThrowableOfType(
                ConfigurationException.class, () -> RuleSet.load(absent, CATALOGUE)))
        .hasMessage("none.yaml: there is no such file; looked for " + absent.toAbsolutePath());
    Path binary =
        Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(
            catchThrowableOfType(
                ConfigurationException.class, () -> RuleSet.load(binary, CATALOGUE)))
        .hasMessage("binary.yaml: is not UTF-8 text");
  }

  @Test
  void shouldTellRuleSetsApartByFingerprint() {
    RuleSet ten = RuleSet.of(CATALOGUE, List.of(Overwrite.first("a", "FlightPosition", 10)));
    RuleSet again = RuleSet.of(CATALOGUE, List.of(Overwrite.first("a", "FlightPosition", 10)));
    RuleSet twenty = RuleSet.of(CATALOGUE, List.of(Overwrite.first("a", "FlightPosition", 20)));

    assertThat(ten.fingerprint()).isEqualTo(again.fingerprint()).matches("[0-9a-f]{16}");
    assertThat(twenty.fingerprint()).isNotEqualTo(ten.fingerprint());
  }
}
