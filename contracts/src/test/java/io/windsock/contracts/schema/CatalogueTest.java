package io.windsock.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.windsock.contracts.config.ConfigText;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
  private static final String YAML =
      """
      domain: doors
      streams: [doors, floors]
      state: {name: House, versions: [{id: 900, schema: House.avsc}]}
      types:
        - {name: Door, stream: doors, supersede: allowed, versions: [{id: 101, schema: Door.avsc}]}
        - {name: Floor, stream: floors, supersede: never, versions: [{id: 102, schema: Floor.avsc}]}
      """;
  private static final String TIME =
      "{\"name\": \"eventTime\", \"type\": {\"type\": \"long\", \"logicalType\":"
          + " \"timestamp-millis\"}}";

  private Path folder;

  CatalogueTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static String record(String name, String... fields) {
    return "{\"type\": \"record\", \"name\": \"%s\", \"namespace\": \"d\", \"fields\": [%s]}"
        .formatted(name, String.join(", ", fields));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private void writeDoors(String yaml) throws IOException {
    write("catalogue.yaml", yaml);
    write("Door.avsc", record("Door", TIME));
    write("Floor.avsc", record("Floor", TIME));
    write("House.avsc", record("House"));
  }

  private Stream<String> faults() {
    ConfigurationException e =
        catchThrowableOfType(ConfigurationException.class, () -> Catalogue.load(folder));
    return e == null ? Stream.of() : e.faults().stream().map(Fault::toString);
  }

  @Test
  void shouldReadTheAirlineDomain() {
    Catalogue catalogue = Catalogue.builtIn("airline");

    assertThat(catalogue.domain()).isEqualTo("airline");
    assertThat(catalogue.streams())
        .containsExactly("positions", "status", "boarding", "baggage", "crew");
    assertThat(catalogue.type("FlightPosition").supersedable()).isTrue();
    assertThat(catalogue.type("FlightStatus").supersedable()).isFalse();
    assertThat(catalogue.stateType().name()).isEqualTo("FlightState");
    for (int i = 0; i < catalogue.types().size(); i++) {
      assertThat(catalogue.types().get(i).ordinal()).isEqualTo(i);
    }
  }

  @Test
  void shouldNameTheDomainsOfTheClassPathWhereThereIsNoSuchOne() {
    assertThat(Catalogue.builtInNames()).containsExactly("airline");
    assertThatThrownBy(() -> Catalogue.builtIn("railway"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("domain 'railway': is not on the class path; the domains there are [airline]");
  }

  @Test
  void shouldFindTypesAndVersions() throws IOException {
    writeDoors(YAML);
    Catalogue catalogue = Catalogue.load(folder);

    SchemaVersion door = catalogue.version(101);
    assertThat(door).hasToString("Door#101");
    assertThat(catalogue.version(103)).isNull();
    assertThat(catalogue.find("Window")).isNull();
    assertThat(catalogue.version(1)).hasToString("Marker#1");
    assertThatThrownBy(() -> catalogue.type("Window"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no type 'Window' in catalogue doors: [Marker, CoalescedUpdate, Parameters,"
                + " CommitPoint, SiteSample, TopologySample, Decision, GatewaySample, LinkSample, Door, Floor]");
  }

  /** What is replaced in the good file, by what, and the faults that this makes. */
  static Stream<Arguments> broken() {
    String y = "catalogue.yaml: ";
    return Stream.of(
        arguments("domain: doors", "domain: ''", y + "domain: is \"\"; it must be a text"),
        arguments("[doors, floors]", "[]", y + "streams: lists no stream"),
        arguments("[doors, floors]", "[doors, floors, doors]", y + "streams[2]: names doors twice"),
        arguments(
            "[doors, floors]",
            "[doors, floors, 'a b']",
            y + "streams[2]: 'a b': 1 to 100 letters, digits, dots, dashes or underscores"),
        arguments(
            "[doors, floors]",
            "[doors, floors, null]",
            y + "streams[2]: is null; it must be a text"),
        arguments(
            "stream: doors",
            "stream: windows",
            y + "types[0].stream: is 'windows', which is none of the streams [doors, floors]"),
        arguments(
            "supersede: allowed",
            "supersede: maybe",
            y + "types[0].supersede: is \"maybe\"; it must be one of [allowed, never]"),
        arguments(
            "name: Floor",
            "name: Door",
            y
                + "types[1].name: is 'Door', as another type's\n"
                + (y
                    + "types[1].versions[0].schema: is a schema of 'd.Floor', not a record named"
                    + " 'Door'")),
        arguments("name: Floor,", "", y + "types[1].name: is missing"),
        arguments("id: 102", "id: 99", y + "types[1].versions[0].id: is 99; a domain's ids"),
        arguments(
            "id: 102",
            "id: 101",
            y + "types[1].versions[0].id: is 101, as that of types[0].versions[0]"),
        arguments(
            "id: 900", "id: 102", "state.versions[0].id: is 102, as that of types[1].versions[0]"),
        arguments("versions: [{id: 102, schema: Floor.avsc}]", "versions: []", "lists no version"),
        arguments(
            "[{id: 102, schema: Floor.avsc}]",
            "[null]",
            "versions[0]: is null; it must be a mapping"),
        arguments(
            "schema: Floor.avsc",
            "schema: ''",
            "types[1].versions[0].schema: is \"\"; it must be a text"),
        arguments("schema: Floor.avsc", "schema: ../x", "is '../x'; schemas stand in the"),
        arguments("schema: Floor.avsc", "schema: None.avsc", "None.avsc: there is no such file"),
        arguments("schema: Floor.avsc", "schema: catalogue.yaml", "'catalogue.yaml' is not JSON"),
        arguments("schema: Floor.avsc", "schema: House.avsc", "is a schema of 'd.House', not a"),
        arguments(
            "schema: Floor.avsc}]",
            "schema: Floor.avsc}], current: 7",
            y + "types[1].current: is 7, which is not a version's id"),
        arguments(
            "state: {name: House,",
            "stare: {name: House,",
            y + "stare: is not known here; known are domain, streams"),
        arguments("name: House", "name: House, stream: doors", "state.stream: is not known here"),
        arguments("id: 102", "id: many", y + "types[1].versions[0].id: is \"many\"; it must be a"),
        arguments("id: 102", "id: 1.5", y + "types[1].versions[0].id: is 1.5; it must be a whole"),
        arguments("domain: doors", "domain: [", "catalogue.yaml, line "),
        arguments("domain: doors", "domain: a\ndomain: b", "Duplicate field 'domain'"));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("broken")
  void shouldNameTheFault(String good, String bad, String expected) throws IOException {
    assertThat(YAML).contains(good);
    writeDoors(YAML.replace(good, bad));

    assertThat(String.join("\n", faults().toList())).contains(expected);
  }

  @Test
  void shouldNameAllFaultsTogether() throws IOException {
    writeDoors(
        YAML.replace("stream: doors", "stream: x")
            .replace("supersede: never", "supersede: no")
            .replace("House.avsc", "Home.avsc"));

    assertThat(faults()).hasSize(3);
  }

  static Stream<Arguments> badSchemas() {
    return Stream.of(
        arguments("[1,", "is not JSON"),
        arguments("{}", "is not an Avro schema"),
        arguments("\"string\"", "is a schema of 'string'"),
        arguments(record("Floor"), "the first field must be 'eventTime'"),
        arguments(
            record("Floor", "{\"name\": \"eventTime\", \"type\": \"long\"}"),
            "the first field must be 'eventTime'"),
        arguments(record("Floor", TIME, TIME), "Duplicate field eventTime"),
        arguments(
            record("Floor", TIME, "{\"name\": \"n\", \"type\": \"int\", \"default\": \"x\"}"),
            "Invalid default"),
        arguments(record("Floor", TIME, "{\"name\": \"n\", \"type\": \"Nobody\"}"), "Nobody"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("badSchemas")
  void shouldNameTheFaultOfASchema(String schema, String expected) throws IOException {
    writeDoors(YAML);
    write("Floor.avsc", schema);

    assertThat(String.join("\n", faults().toList()))
        .startsWith("catalogue.yaml: types[1].versions")
        .contains(expected);
  }

  @Test
  void shouldLetAStateNameTheEnumsOfItsEvents() throws IOException {
    writeDoors(YAML);
    String kind = "{\"type\": \"enum\", \"name\": \"Kind\", \"symbols\": [\"A\"]}";
    write("Door.avsc", record("Door", TIME, "{\"name\": \"kind\", \"type\": " + kind + "}"));
    write("House.avsc", record("House", "{\"name\": \"kind\", \"type\": \"d.Kind\"}"));

    assertThat(faults()).isEmpty();
  }

  @Test
  void shouldNameAFolderThatIsNone() {
    folder = folder.resolve("nowhere");

    assertThat(faults()).hasSize(1).first().asString().startsWith("catalogue.yaml: there is no");
  }

  @Test
  void shouldNameAFileThatIsNoText() throws IOException {
    Files.write(folder.resolve("catalogue.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThat(faults()).containsExactly("catalogue.yaml: is not UTF-8 text");
  }

  @Test
  void shouldNameAFileThatIsTooLong() throws IOException {
    write("catalogue.yaml", "#".repeat(ConfigText.MAX_BYTES + 1));

    assertThat(faults()).hasSize(1).first().asString().contains("more than 1048576 bytes");
  }

  @Test
  void shouldAnswerAnyTextWithFaultsOrACatalogue() throws IOException {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      String yaml = mutate(YAML, random);
      writeDoors(yaml);
      try {
        assertThat(Catalogue.load(folder)).isNotNull();
      } catch (ConfigurationException e) {
        assertThat(e.faults()).isNotEmpty();
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", case " + i + ":\n" + yaml, e);
      }
    }
  }

  /** Cuts, doubles or replaces a piece of the text. */
  private static String mutate(String text, Random random) {
    StringBuilder mutated = new StringBuilder(text);
    String pieces = "{}[]:,-'\"&*!|>%@\n \t#~?0x";
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int from = random.nextInt(mutated.length());
      int to = Math.min(mutated.length(), from + random.nextInt(12));
      int piece = random.nextInt(pieces.length());
      switch (random.nextInt(4)) {
        case 0 -> mutated.delete(from, to);
        case 1 -> mutated.insert(from, mutated.substring(from, to));
        case 2 -> mutated.insert(from, pieces.charAt(piece));
        default -> mutated.replace(from, to, random.nextBoolean() ? "null" : "");
      }
    }
    return mutated.toString();
  }
}
