package io.windsock.ede;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of {@code ede.yaml} and {@code views.yaml}, made in the airline's own files. */
class DefinitionFilesTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final String EDE = resource("ede.yaml");
  private static final String VIEWS = resource("views.yaml");

  private static String resource(String name) {
    try (InputStream in =
        EdeDefinition.class.getResourceAsStream("/io/windsock/domains/airline/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> faults(String ede, String views) {
    ConfigurationException e =
        catchThrowableOfType(
            ConfigurationException.class, () -> EdeDefinition.parse(ede, views, CATALOGUE));
    return e == null ? List.of() : e.faults().stream().map(Fault::toString).toList();
  }

  /** What is replaced in the good file, by what, and the fault that this makes. */
  static Stream<Arguments> brokenEde() {
    return Stream.of(
        arguments("groups:", "grups:", "grups: is not known here; known are groups, "),
        arguments("clock: positionTime", "clock: posTime", "groups.position.clock: is 'posTime'"),
        arguments(
            "clock: positionTime",
            "clock: squawk",
            "groups.position.clock: is 'squawk', a string or null; a clock is a time (ms)"),
        arguments(
            "clock: positionTime", "clock: version", "'version', which no event may set: it is"),
        arguments(
            "clock: positionTime",
            "clock: statusTime",
            "groups.status.clock: is 'statusTime', which is the clock of group position already"),
        arguments(
            "fields: [status]",
            "fields: [squawk]",
            "groups.status.fields[0]: is 'squawk', which is a field of group position already"),
        arguments("fields: [status]", "fields: []", "groups.status.fields: lists no field"),
        arguments("fields: [status]", "fields: status", "is \"status\"; it must be a list"),
        arguments("fields: [status]", "fields: [3]", "groups.status.fields[0]: is 3; it must be a"),
        arguments("groups: [position]", "groups: [place]", "is 'place'; the groups are [position"),
        arguments(
            "  CrewEvent:", "  CrewEvnt:", "'CrewEvnt' is not an event type of the domain airl"),
        arguments("  CrewEvent:", "  CrewEvnt:", "events.CrewEvent: is missing; write '{}' for"),
        arguments(
            "  CrewEvent:", "  Marker:", "'Marker' is not an event type of the domain airline"),
        arguments(
            "  CrewEvent:", "  FlightState:", "'FlightState' is not an event type of the domain"),
        arguments(
            "fields: [callsign, icao24]",
            "fields: [callsign, squawk]",
            "which is a field of group position and so is not set on its own"),
        arguments(
            "fields: [callsign, icao24]",
            "fields: [callsign, arrived]",
            "is 'arrived', which no event may set: it is the EDE's own, or a flag"),
        arguments(
            "fields: [callsign, icao24]",
            "fields: [callsign, callsign]",
            "events.FlightPosition: sets 'callsign' twice"),
        arguments(
            "fields: [callsign, icao24]",
            "fields: [callsign, gate]",
            "events.FlightPosition: 'gate' is not a field of FlightPosition"),
        arguments(
            "{bagsLoaded: loaded,",
            "{bagsLoaded: tag,",
            "events.BaggageEvent.from.bagsLoaded: BaggageEvent.tag is string or null; bagsLoaded"),
        arguments(
            "{bagsLoaded: loaded,",
            "{belt: tag, bagsLoaded: loaded,",
            "events.BaggageEvent.from.belt: is not among the fields that BaggageEvent sets"),
        arguments(
            "values: {status: AT_GATE}",
            "values: {status: AT_HOME}",
            "values.status: is \"AT_HOME\"; status holds FlightStatusCode or null"),
        arguments(
            "values: {status: AT_GATE}",
            "values: {status: AT_GATE}\n    from: {status: gate}",
            "values.status: is also under 'from'"),
        arguments(
            "raises: [arrived]", "raises: [gate]", "is 'gate', a string or null; a flag is a"),
        arguments(
            "raises: [arrived]", "raises: [arived]", "is 'arived', which is not a field of Fl"),
        arguments(
            "type: AllBoarded", "type: AllAboard", "derived[0].type: 'AllAboard' is not an event"),
        arguments("flag: allBoarded", "flag: gate", "derived[0].flag: is 'gate', a string or null"),
        arguments("    flag: allBoarded\n", "", "derived[0].flag: is missing; it remembers in"),
        arguments(
            "flag: allBoarded",
            "flag: allBaggageLoaded",
            "derived[1].flag: is 'allBaggageLoaded', the flag of another derived event"),
        arguments("when: status == 'AT_GATE'", "when: status ==", "derived[2].when: 'status =='"),
        arguments(
            "when: status == 'AT_GATE'", "when: gate", "derived[2].when: 'gate' is not a cond"),
        arguments(
            "when: status == 'AT_GATE'",
            "when: status == 'AT_HOME'",
            "'AT_HOME' is never status; it is one of [UNKNOWN, SCHEDULED"),
        arguments(
            "when: status == 'AT_GATE'",
            "when: status == 'AT_GATE' && events > 2",
            "derived[2].when: reads events, which differs from site to site"),
        arguments(
            "when: status == 'AT_GATE'",
            "when: status == 'AT_GATE' && !arrived",
            "reads arrived; it may only read the flags of events listed before it"),
        arguments(
            "when: status == 'AT_GATE'",
            "when: status == 'AT_GATE' && latitude > 0.0",
            "derived[2].when: reads fields that come from "),
        arguments(
            "flag: arrived",
            "flag: arrived\n    repeats: true",
            "derived[2].repeats: must be false, because [FlightArrived] raise arrived"),
        arguments("flag: arrived", "flag: arrived\n    repeats: 2", "is 2; it must be true or fal"),
        arguments(
            "from: {loaded: bagsLoaded}",
            "from: {loaded: belt}",
            "derived[1].from.loaded: belt is string or null; AllBaggageLoaded.loaded holds int"),
        arguments(
            "    from: {loaded: bagsLoaded}\n",
            "",
            "derived[1].from: loaded of AllBaggageLoaded is given no value"),
        arguments(
            "from: {loaded: bagsLoaded}",
            "from: {loaded: bagsLoaded, n: bagsLoaded}",
            "derived[1].from.n: 'n' is not a field of AllBaggageLoaded that can be set"));
  }

  @ParameterizedTest(name = "{1}: {2}")
  @MethodSource("brokenEde")
  void shouldNameTheFaultOfAnEdeFile(String good, String bad, String expected) {
    assertThat(EDE).contains(good);

    List<String> faults = faults(EDE.replace(good, bad), VIEWS);

    assertThat(faults).allMatch(fault -> fault.startsWith("ede.yaml"));
    assertThat(faults).anyMatch(fault -> fault.contains(expected));
  }

  static Stream<Arguments> brokenViews() {
    return Stream.of(
        arguments("views:", "view:", "view: is not known here; known are views, board"),
        arguments("views:", "views: {}\nview:", "views: names no view"),
        arguments("  arrivals:", "  Arrivals:", "views.Arrivals: a view's name is a small letter"),
        arguments("destination}", "destiny}", "arrivals.parameter.airport: is 'destiny', which is"),
        arguments(
            "{airport: destination}",
            "{airport: destination, day: status}",
            "views.arrivals.parameter: names 2 parameters; at most one"),
        arguments(
            "{airport: destination}",
            "{'air port': destination}",
            "a name is a letter, then letters, digits or underscores"),
        arguments(
            "{airport: destination}", "{airport: latitude}", "a double or null, which can't be a"),
        arguments(
            "{airport: destination}",
            "{airport: destination}\n    where: destination = 'EGLL'",
            "views.arrivals.where: 'destination = 'EGLL'' is not a condition"),
        arguments(
            "[scheduledArrival, estimatedArrival], flightNumber",
            "[scheduledArrival, gate], flightNumber",
            "views.arrivals.order[0][1]: is 'gate', a string or null; the first alternative is a"),
        arguments("order: [[flightNumber, callsign]]", "order: [[]]", "all.order[0]: names no fie"),
        arguments("order: [[flightNumber, callsign]]", "order: gate", "it must be a list"),
        arguments("flight: flightNumber", "flight: clocks", "'clocks', a bytes, which a row can"),
        arguments("flight: flightNumber", "flight: flightNo", "columns.flight: is 'flightNo', whi"),
        arguments("flight: flightNumber", "flight: []", "columns.flight: names no field"),
        arguments("flight: flightNumber", "key: flightNumber", "is the column of the key, which"),
        arguments("flight: flightNumber", "1: flightNumber", "columns.1: a name is a letter, the"));
  }

  @ParameterizedTest(name = "{1}: {2}")
  @MethodSource("brokenViews")
  void shouldNameTheFaultOfAViewsFile(String good, String bad, String expected) {
    assertThat(VIEWS).contains(good);

    List<String> faults = faults(EDE, VIEWS.replace(good, bad));

    assertThat(faults).allMatch(fault -> fault.startsWith("views.yaml"));
    assertThat(faults).anyMatch(fault -> fault.contains(expected));
  }

  static Stream<Arguments> noYaml() {
    return Stream.of(
        arguments("", "ede.yaml: is empty; it must name its events"),
        arguments("[]", "ede.yaml: is []; it must be a mapping of names to values"),
        arguments("groups: [", "ede.yaml, line 1: "),
        arguments("a: 1\na: 2", "ede.yaml, line 2: is not YAML: Duplicate field 'a'"),
        arguments("groups: {}\n---\ngroups: {}", "ede.yaml, line 3: begins one more YAML document"),
        arguments("groups: &a {}\nevents: *a", "ede.yaml, line 2: *a is an alias"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("noYaml")
  void shouldNameWhatIsNoFile(String text, String expected) {
    assertThat(faults(text, VIEWS)).anyMatch(fault -> fault.startsWith(expected));
  }

  @Test
  void shouldNameTheFaultsOfBothFilesTogether() {
    List<String> faults =
        faults(
            EDE.replace("clock: statusTime", "clock: x").replace("raises: [arrived]", "raises: y"),
            VIEWS.replace("gate: gate", "gate: gat"));

    assertThat(faults).hasSize(6);
  }

  @Test
  void shouldNameMissingFiles(@TempDir Path folder) {
    ConfigurationException e =
        catchThrowableOfType(
            ConfigurationException.class, () -> EdeDefinition.load(folder, CATALOGUE));

    assertThat(e.faults())
        .extracting(Fault::toString)
        .containsExactly(
            "ede.yaml: there is no such file; looked for " + folder.resolve("ede.yaml"),
            "views.yaml: there is no such file; looked for " + folder.resolve("views.yaml"));
  }

  @Test
  void shouldNameAStateThatAnEdeCannotWorkWith(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("catalogue.yaml"),
        "{domain: d, streams: [s], state: {name: State, versions: [{id: 900, schema: S.avsc}]},\n"
            + "types: [{name: E, stream: s, supersede: never, versions: [{id: 100, schema:"
            + " E.avsc}]}]}");
    Files.writeString(
        folder.resolve("E.avsc"),
        "{\"type\": \"record\", \"name\": \"E\", \"fields\": [{\"name\": \"eventTime\", \"type\":"
            + " {\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}}]}");
    Files.writeString(
        folder.resolve("S.avsc"),
        "{\"type\": \"record\", \"name\": \"State\", \"fields\": [{\"name\": \"version\", \"type\":"
            + " \"int\"}, {\"name\": \"n\", \"type\": \"int\"}, {\"name\": \"m\", \"type\":"
            + " {\"type\": \"map\", \"values\": \"int\"}}]}");
    Catalogue catalogue = Catalogue.load(folder);

    ConfigurationException e =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> EdeDefinition.parse("events: {E: {}}", "views: {all: {columns: {}}}", catalogue));

    assertThat(e.faults())
        .extracting(Fault::place)
        .contains("State.version", "State.events", "State.clocks", "State.n", "State.m");
  }

  @Test
  void shouldAnswerAnyTextWithFaultsOrADefinition() {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 150; i++) {
      String ede = mutate(EDE, random);
      String views = mutate(VIEWS, random);
      try {
        assertThat(EdeDefinition.parse(ede, views, CATALOGUE)).isNotNull();
      } catch (ConfigurationException e) {
        assertThat(e.faults()).isNotEmpty();
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", case " + i + ":\n" + ede + views, e);
      }
    }
  }

  private static String mutate(String text, Random random) {
    StringBuilder mutated = new StringBuilder(text);
    String pieces = "{}[]:,-'\"&*!|>%@\n \t#~?0x";
    for (int n = random.nextInt(3); n > 0; n--) {
      int from = random.nextInt(mutated.length());
      int to = Math.min(mutated.length(), from + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> mutated.delete(from, to);
        case 1 -> mutated.insert(from, mutated.substring(from, to));
        case 2 -> mutated.insert(from, pieces.charAt(random.nextInt(pieces.length())));
        default -> mutated.replace(from, to, random.nextBoolean() ? "null" : "");
      }
    }
    return mutated.toString();
  }

  @Test
  void shouldTellDefinitionsApart() {
    String fingerprint = EdeDefinition.builtIn(CATALOGUE).fingerprint();

    assertThat(fingerprint).matches("[0-9a-f]{32}");
    assertThat(EdeDefinition.parse("# a comment\n" + EDE, VIEWS, CATALOGUE).fingerprint())
        .isEqualTo(fingerprint);
    assertThat(
            EdeDefinition.parse(
                    EDE.replace("passengersExpected > 0", "boarded > 0"), VIEWS, CATALOGUE)
                .fingerprint())
        .isNotEqualTo(fingerprint);
    assertThat(
            EdeDefinition.parse(EDE, VIEWS.replace("gate: gate", "gate: stand"), CATALOGUE)
                .fingerprint())
        .isNotEqualTo(fingerprint);
  }
}
