package io.windsock.ede;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.UndecodableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of older and newer versions of a schema, read by the EDE. */
class EdeEvolutionTest {
  private static final String TIME =
      "{\"name\": \"eventTime\", \"type\": {\"type\": \"long\", \"logicalType\":"
          + " \"timestamp-millis\"}}";
  private static final String OWN =
      "{\"name\": \"version\", \"type\": \"long\"}, {\"name\": \"events\", \"type\": \"long\"},"
          + "{\"name\": \"lateEvents\", \"type\": \"long\"}, {\"name\": \"lastEventTime\","
          + " \"type\": \"long\"}, ";
  private static final String CLOCKS =
      ", {\"name\": \"clocks\", \"type\": \"bytes\", \"default\": \"\"}";
  private static final String VIEWS = "views: {all: {columns: {a: a}}}";

  private final Path folder;

  EdeEvolutionTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    write("E1.avsc", record("E", TIME + field("a")));
    write("E2.avsc", record("E", TIME + field("b") + field("a")));
    write("S1.avsc", record("S", OWN + field("a").substring(2) + CLOCKS));
    write("S2.avsc", record("S", OWN + field("a").substring(2) + field("b") + CLOCKS));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private static String record(String name, String fields) {
    return "{\"type\": \"record\", \"name\": \"" + name + "\", \"fields\": [" + fields + "]}";
  }

  private static String field(String name) {
    return ", {\"name\": \"" + name + "\", \"type\": [\"null\", \"string\"], \"default\": null}";
  }

  private Catalogue catalogue(String stateVersions, String eventVersions) throws IOException {
    write(
        "catalogue.yaml",
        "{domain: d, streams: [s], state: {name: S, %s},\n".formatted(stateVersions)
            + "types: [{name: E, stream: s, supersede: never, %s}]}".formatted(eventVersions));
    return Catalogue.load(folder);
  }

  private static final String STATE_1 = "versions: [{id: 900, schema: S1.avsc}]";
  private static final String STATE_2 =
      "versions: [{id: 900, schema: S1.avsc}, {id: 901, schema: S2.avsc}]";
  private static final String EVENT_1 = "versions: [{id: 101, schema: E1.avsc}]";
  private static final String EVENT_2 =
      "versions: [{id: 101, schema: E1.avsc}, {id: 102, schema: E2.avsc}]";

  private static Ede ede(String fields, Catalogue catalogue) {
    return new Ede(
        EdeDefinition.parse("events: {E: {fields: [" + fields + "]}}", VIEWS, catalogue));
  }

  @Test
  void shouldApplyEventsOfAnOlderAndOfANewerVersion() throws Exception {
    Catalogue before = catalogue(STATE_1, EVENT_1);
    Catalogue both = catalogue(STATE_2, EVENT_2);
    Catalogue known = catalogue(STATE_1, EVENT_2 + ", current: 101");
    byte[] older = Events.event(before, "E", 10, "a", "old");
    byte[] newer = Events.event(both, "E", 20, "a", "new", "b", "more");

    Ede newEde = ede("a, b", both);
    GenericRecord state = newEde.apply(null, older, 1).state();
    assertThat(state.get("a")).hasToString("old");
    newEde.apply(state, newer, 2);
    assertThat(state.get("b")).hasToString("more");
    newEde.apply(state, older, 3);
    assertThat(state.get("a")).hasToString("new");
    assertThat(state.get("lateEvents")).isEqualTo(1L);

    assertThat(ede("a", known).apply(null, newer, 1).state().get("a")).hasToString("new");
    assertThatThrownBy(() -> ede("a", before).apply(null, newer, 1))
        .isInstanceOf(UndecodableException.class)
        .hasMessage("schema id 102 is not an event's");
  }

  @Test
  void shouldGoOnFromAStateOfAnOlderVersion() throws Exception {
    Catalogue before = catalogue(STATE_1, EVENT_1);
    Catalogue after = catalogue(STATE_2, EVENT_2);
    Ede oldEde = ede("a", before);
    byte[] stored =
        oldEde.encode(oldEde.apply(null, Events.event(before, "E", 10, "a", "old"), 1).state());
    Ede newEde = ede("a, b", after);

    GenericRecord state = newEde.decode(stored);
    newEde.apply(state, Events.event(after, "E", 5, "a", "late", "b", "first"), 2);

    assertThat(state.get("a")).hasToString("old");
    assertThat(state.get("b")).hasToString("first");
    assertThat(newEde.decode(newEde.encode(state))).isEqualTo(state);
  }

  @Test
  void shouldSayWhatIsNoState() throws Exception {
    Catalogue catalogue = catalogue(STATE_1, EVENT_1);

    assertThatThrownBy(() -> ede("a", catalogue).decode(Events.event(catalogue, "E", 1)))
        .hasMessage("a E, not a S");
    assertThatThrownBy(() -> ede("a", catalogue).decode(new byte[] {0, 0, 0, 3, (byte) 132}))
        .hasMessage("S#900: cut short");
    assertThatThrownBy(() -> ede("a", catalogue).decode(new byte[3]))
        .hasMessage("not in the Confluent framing");
  }
}
