package io.windsock.contracts.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds Windsock's own schemas and the airline's against their {@code schemas-released}: there is,
 * under its id, every schema that records may have been written with. {@code contracts/README.md}
 * says how one gets there.
 */
class ReleasedSchemasTest {
  /** Of Windsock's own records. */
  private static final Path OWN = Path.of("src/schemas-released");

  /** Of the airline's. */
  private static final Path AIRLINE = Path.of("../domains/airline/schemas-released");

  private static final int FIRST_DOMAIN_ID = 100;

  /** The schema of each id in the catalogue. */
  private static Map<Integer, SchemaVersion> shipped() {
    Catalogue catalogue = Catalogue.builtIn("airline");
    Map<Integer, SchemaVersion> shipped = new TreeMap<>();
    catalogue.types().forEach(type -> type.versions().forEach(v -> shipped.put(v.id(), v)));
    catalogue.stateType().versions().forEach(version -> shipped.put(version.id(), version));
    return shipped;
  }

  private static String fileName(SchemaVersion version) {
    return version.id() + "-" + version.type().name() + ".avsc";
  }

  private static String text(SchemaVersion version) {
    return SchemaFormatter.format("json/pretty", version.schema()) + "\n";
  }

  /** What was changed under an id that is in use. */
  private static List<String> faults(Path folder, Map<Integer, SchemaVersion> shipped)
      throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : files(folder)) {
      String name = file.getFileName().toString();
      int id = Integer.parseInt(name.substring(0, name.indexOf('-')));
      SchemaVersion version = shipped.get(id);
      if (version == null) {
        faults.add(name + ": id " + id + " was taken out; records of it can't be read any more");
      } else if (!fileName(version).equals(name)) {
        faults.add(name + ": id " + id + " became " + version.type());
      } else if (!Files.readString(file).equals(text(version))) {
        faults.add(
            name
                + ": the schema was changed; give the new one an id of its own (contracts/README.md)");
      }
    }
    return faults;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".avsc")).sorted().toList();
    }
  }

  @Test
  void shouldShipEveryReleasedSchemaUnchanged() throws IOException {
    if (Boolean.getBoolean("windsock.release")) {
      release();
    }
    assertThat(faults(OWN, shipped())).isEmpty();
    assertThat(faults(AIRLINE, shipped())).isEmpty();
    assertThat(files(OWN)).isNotEmpty();
    assertThat(files(AIRLINE)).hasSizeGreaterThan(8);
  }

  /** Writes the files of the ids that have none. */
  private static void release() throws IOException {
    for (SchemaVersion version : shipped().values()) {
      Path released = version.id() < FIRST_DOMAIN_ID ? OWN : AIRLINE;
      Path file = released.resolve(fileName(version));
      if (!Files.exists(file)) {
        Files.writeString(file, text(version));
      }
    }
  }

  @Test
  void shouldNoticeAnyChangeOfAReleasedSchema(@TempDir Path folder) throws IOException {
    Map<Integer, SchemaVersion> shipped = shipped();
    SchemaVersion crew = requireNonNull(shipped.get(141));
    String schema = text(crew);
    Path file = folder.resolve(fileName(crew));

    Files.writeString(file, schema);
    assertThat(faults(folder, shipped)).isEmpty();
    Files.writeString(file, schema.replace("Crew members required", "Crew members asked for"));
    assertThat(faults(folder, shipped)).hasSize(1);
    Files.writeString(file, schema.replace("\"default\" : \"UNKNOWN\"", "\"default\" : \"SHORT\""));
    assertThat(faults(folder, shipped)).hasSize(1).first().asString().contains("141-CrewEvent");
    Files.move(file, folder.resolve("142-CrewEvent.avsc"));
    assertThat(faults(folder, shipped)).hasSize(1).first().asString().contains("was taken out");
    Files.move(folder.resolve("142-CrewEvent.avsc"), folder.resolve("141-Staff.avsc"));
    assertThat(faults(folder, shipped)).containsExactly("141-Staff.avsc: id 141 became CrewEvent");
  }

  @Test
  void shouldShipVersionsThatReadEachOther() {
    for (SchemaVersion reader : shipped().values()) {
      for (SchemaVersion writer : reader.type().versions()) {
        assertThat(compatibility(reader.schema(), writer.schema()))
            .as("%s reads %s", reader, writer)
            .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
      }
    }
  }

  private static SchemaCompatibilityType compatibility(Schema reader, Schema writer) {
    return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType();
  }

  @Test
  void shouldDocumentEveryField() {
    for (SchemaVersion version : shipped().values()) {
      assertThat(version.schema().getDoc()).as("%s", version).isNotBlank();
      for (Schema.Field field : version.schema().getFields()) {
        assertThat(field.doc()).as("%s.%s", version, field.name()).isNotBlank();
      }
    }
  }
}
