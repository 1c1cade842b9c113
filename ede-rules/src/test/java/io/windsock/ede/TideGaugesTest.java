package io.windsock.ede;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Another domain is configuration: {@code domains/tide-gauges} through rules and EDE. */
class TideGaugesTest {
  private static final Path FOLDER = Path.of("../domains/tide-gauges");

  private final Catalogue catalogue = Catalogue.load(FOLDER);
  private final RuleSet rules = RuleSet.load(FOLDER.resolve("rules.yaml"), catalogue);
  private final EdeDefinition definition = EdeDefinition.load(FOLDER, catalogue);
  private final Map<String, KeyHistory> histories = new TreeMap<>();
  private final Mirror mirror = new Mirror();
  private final MirroringFunction function = new MirroringFunction(rules.compiled(), mirror);
  private long sequence;

  /** What the rules let through, and the states that come of it. */
  private final class Mirror implements MirrorOutput {
    final Ede ede = new Ede(definition);
    final Map<String, GenericRecord> states = new TreeMap<>();
    final List<Object> levels = new ArrayList<>();
    final List<String> derived = new ArrayList<>();
    final int[] taken = new int[rules.names().size()];

    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      String key = new String(history.key(), StandardCharsets.UTF_8);
      GenericRecord event = Events.decode(catalogue, value);
      if (event.getSchema().getName().equals("WaterLevel")) {
        levels.add(event.get("levelCm"));
      }
      try {
        Applied applied = ede.apply(states.get(key), value, sequence);
        states.put(key, applied.state());
        applied.derived().forEach(d -> derived.add(Events.decode(catalogue, d.value()).toString()));
      } catch (io.windsock.contracts.schema.UndecodableException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void derived(
        KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {
      throw new AssertionError("these rules derive nothing");
    }

    @Override
    public void taken(int rule, int events) {
      taken[rule] += events;
    }
  }

  private void level(String gauge, long timeMs, int levelCm) {
    receive(gauge, Events.event(catalogue, "WaterLevel", timeMs, "levelCm", levelCm));
  }

  private void report(String gauge, long timeMs, String service, Object... fields) {
    Object[] all = Arrays.copyOf(fields, fields.length + 2);
    all[fields.length] = "service";
    all[fields.length + 1] = service;
    receive(gauge, Events.event(catalogue, "GaugeReport", timeMs, all));
  }

  private void receive(String gauge, byte[] value) {
    byte[] key = gauge.getBytes(StandardCharsets.UTF_8);
    KeyHistory history = histories.computeIfAbsent(gauge, g -> new KeyHistory(key, rules.layout()));
    sequence++;
    function.receive(
        history, value, requireNonNull(catalogue.version(Framing.schemaId(value))), sequence, 0, 0);
  }

  @Test
  void shouldMirrorOneLevelInThreeAndNoneInMaintenance() {
    report("CUX", 1, "IN_SERVICE");
    for (int i = 0; i < 7; i++) {
      level("CUX", 10 + i, 400 + i);
    }
    report("CUX", 20, "MAINTENANCE");
    level("CUX", 21, 999);
    report("CUX", 30, "IN_SERVICE");
    level("CUX", 31, 411);
    function.release(60_000);

    assertThat(mirror.levels).containsExactly(402, 405, 411);
    assertThat(mirror.taken[rules.names().indexOf("levels-in-maintenance")]).isEqualTo(1);
    assertThat(function.held()).isZero();
    assertThat(requireNonNull(mirror.states.get("CUX")).get("levelCm")).isEqualTo(411);
  }

  @Test
  void shouldWarnEachTimeTheWaterComesUp() {
    report("CUX", 1, "IN_SERVICE", "warningCm", 450);
    for (int levelCm : new int[] {440, 450, 460, 445, 455, 456}) {
      for (int i = 0; i < 3; i++) {
        level("CUX", 10 + sequence, levelCm);
      }
    }

    assertThat(mirror.derived)
        .containsExactly(
            "{\"eventTime\": 16, \"levelCm\": 450, \"warningCm\": 450}",
            "{\"eventTime\": 25, \"levelCm\": 455, \"warningCm\": 450}");
    report("CUX", 90, "IN_SERVICE", "warningCm", 500);
    assertThat(requireNonNull(mirror.states.get("CUX")).get("highWater")).isEqualTo(false);
  }

  @Test
  void shouldShowTheGaugesOfAHarbour() throws IOException {
    report("CUX", 1, "IN_SERVICE", "name", "Old Love", "harbour", "Cuxhaven", "warningCm", 400);
    report("CX2", 1, "IN_SERVICE", "name", "Ferry Pier", "harbour", "Cuxhaven", "warningCm", 500);
    for (String gauge : List.of("CUX", "CX2")) {
      for (int i = 0; i < 3; i++) {
        level(gauge, 100 + i, 431);
      }
    }
    GenericRecord oldLove = requireNonNull(mirror.states.get("CUX"));
    GenericRecord ferryPier = requireNonNull(mirror.states.get("CX2"));
    ViewDefinition harbour = requireNonNull(definition.view("harbour"));
    ViewDefinition warnings = requireNonNull(definition.view("warnings"));

    assertThat(harbour.parameter()).isEqualTo("harbour");
    assertThat(harbour.group(oldLove)).isEqualTo("Cuxhaven");
    assertThat(Arrays.compareUnsigned(harbour.orderKey(ferryPier), harbour.orderKey(oldLove)))
        .isNegative();
    assertThat(warnings.group(oldLove)).isEmpty();
    assertThat(warnings.group(ferryPier)).isNull();
    StringWriter row = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(row)) {
      harbour.writeRow("CUX", oldLove, json);
    }
    assertThat(row)
        .hasToString(
            "{\"key\":\"CUX\",\"name\":\"Old Love\",\"levelCm\":431,\"measured\":102,"
                + "\"service\":\"IN_SERVICE\",\"highWater\":true,\"version\":5,"
                + "\"lastEventTime\":102}");
  }
}
