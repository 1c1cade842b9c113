package io.windsock.ede;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 0800 numbers are configuration: {@code domains/number-translation} through rules and EDE. */
class NumberTranslationTest {
  private static final Path FOLDER = Path.of("../domains/number-translation");
  private static final String NUMBER = "08001234567";

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
    final List<String> passed = new ArrayList<>();
    final List<Object> calls = new ArrayList<>();
    final List<String> derived = new ArrayList<>();
    final int[] taken = new int[rules.names().size()];

    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      String key = new String(history.key(), StandardCharsets.UTF_8);
      GenericRecord event = Events.decode(catalogue, value);
      passed.add(event.getSchema().getName());
      if (event.getSchema().getName().equals("CallCounts")) {
        calls.add(event.get("calls"));
      }
      try {
        Applied applied = ede.apply(states.get(key), value, sequence);
        states.put(key, applied.state());
        applied.derived().forEach(d -> derived.add(Events.decode(catalogue, d.value()).toString()));
      } catch (UndecodableException e) {
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

  private void receive(String number, String type, long timeMs, Object... fields) {
    byte[] value = Events.event(catalogue, type, timeMs, fields);
    byte[] key = number.getBytes(StandardCharsets.UTF_8);
    KeyHistory history =
        histories.computeIfAbsent(number, n -> new KeyHistory(key, rules.layout()));
    sequence++;
    function.receive(
        history, value, requireNonNull(catalogue.version(Framing.schemaId(value))), sequence, 0, 0);
  }

  private void entry(String number, String type, long timeMs, Object... targets) {
    Object[] always = {
      "subscriber", "Alster Cruises",
      "charging", "REVERSE",
      "zone", "Europe/Berlin",
      "dayFrom", 8,
      "eveningFrom", 18,
      "nightFrom", 22,
      "defaultTarget", "+99910000001"
    };
    Object[] all = Arrays.copyOf(always, always.length + targets.length);
    System.arraycopy(targets, 0, all, always.length, targets.length);
    receive(number, type, timeMs, all);
  }

  private void add(String number, long timeMs, Object... targets) {
    receive(number, "ServicePluggedIn", timeMs);
    entry(number, "ServiceAdded", timeMs + 1, targets);
  }

  private GenericRecord state(String number) {
    return requireNonNull(mirror.states.get(number));
  }

  private @Nullable String text(String field) {
    Object value = state(NUMBER).get(field);
    return value == null ? null : value.toString();
  }

  @Test
  void shouldOnlyLetRulesDiscardCounts() {
    assertThat(catalogue.types())
        .filteredOn(EventType::supersedable)
        .extracting(EventType::name)
        .containsExactly("CallCounts");
  }

  /** The paper, section 3.5: first plugged in, and only then reported as added. */
  @Test
  void shouldHaveNoEntryBeforeANumberIsAdded() {
    receive(NUMBER, "ServicePluggedIn", 1);

    assertThat(text("status")).isEqualTo("PLUGGED_IN");
    assertThat(text("defaultTarget")).isNull();

    entry(NUMBER, "ServiceAdded", 2, "northDay", "+99911000001");

    assertThat(text("status")).isEqualTo("ACTIVE");
    assertThat(text("charging")).isEqualTo("REVERSE");
    assertThat(text("northDay")).isEqualTo("+99911000001");
    assertThat(mirror.derived).isEmpty();
  }

  /** The paper, section 3.5, (a) to (d). */
  @Test
  void shouldModifyTheWholeEntryWhileCallersGetABusySignal() {
    add(NUMBER, 1, "northDay", "+99911000001", "southDay", "+99913000001");

    receive(NUMBER, "RoutesPluggedIn", 10);
    assertThat(text("status")).isEqualTo("ACTIVE");
    assertThat(text("northDay")).isEqualTo("+99911000001");

    receive(NUMBER, "ServiceBusy", 11);
    assertThat(text("status")).isEqualTo("BUSY");

    entry(NUMBER, "ServiceModified", 12, "northDay", "+99911000005");
    assertThat(text("status")).isEqualTo("ACTIVE");
    assertThat(text("northDay")).isEqualTo("+99911000005");
    assertThat(text("southDay")).as("not in the new entry").isNull();

    receive(NUMBER, "RoutesDisconnected", 13);
    assertThat(text("status")).isEqualTo("ACTIVE");
    assertThat(state(NUMBER).get("version")).isEqualTo(6L);
    assertThat(mirror.derived).isEmpty();
  }

  /** The paper, section 3.5: first reported as cancelled, and only then disconnected. */
  @Test
  void shouldReportACancellationBeforeTheNumberIsDisconnected() {
    add(NUMBER, 1);
    receive(NUMBER, "ServiceCancelled", 10);
    assertThat(text("status")).isEqualTo("CANCELLED");

    receive(NUMBER, "ServiceDisconnected", 11);
    assertThat(text("status")).isEqualTo("DISCONNECTED");
    assertThat(text("defaultTarget")).as("for calls in progress").isEqualTo("+99910000001");
    assertThat(mirror.derived).isEmpty();
  }

  @Test
  void shouldTakeBackANumberThatWasDisconnected() {
    add(NUMBER, 1, "westNight", "+99914000009");
    receive(NUMBER, "ServiceCancelled", 10);
    receive(NUMBER, "ServiceDisconnected", 11);
    add(NUMBER, 20);

    assertThat(text("status")).isEqualTo("ACTIVE");
    assertThat(text("westNight")).isNull();
    assertThat(mirror.derived).isEmpty();
  }

  /** Steps in time order, a letter each, and the statuses that an alarm is given for. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "added without lines,                      A,           ACTIVE",
        "added before its lines,                   AP,          ACTIVE",
        "in order,                                 PA,          -",
        "lines and report in one ms,               P=A,         -",
        "busy without new lines,                   PAB,         BUSY",
        "busy with the lines of before,            PARBMDB,     BUSY",
        "modified in order twice,                  PARBMDRBMD,  -",
        "disconnected without a report,            PAX,         DISCONNECTED",
        "cancelled in order,                       PACX,        -",
        "added again without new lines,            PACXA,       ACTIVE",
        "added again and not cancelled again,      PACXPAX,     DISCONNECTED",
        "the whole life twice,                     PARBMDCXPARBMDCX, -",
      })
  void shouldRaiseAnAlarmForAStepOutOfOrder(String what, String steps, @Nullable String status) {
    Map<Character, String> types =
        Map.of(
            'P', "ServicePluggedIn",
            'A', "ServiceAdded",
            'R', "RoutesPluggedIn",
            'B', "ServiceBusy",
            'M', "ServiceModified",
            'D', "RoutesDisconnected",
            'C', "ServiceCancelled",
            'X', "ServiceDisconnected");
    long timeMs = 1;
    for (int i = 0; i < steps.length(); i++) {
      char step = steps.charAt(i);
      if (step == '=') {
        timeMs--;
        continue;
      }
      String type = requireNonNull(types.get(step));
      if (step == 'A' || step == 'M') {
        entry(NUMBER, type, timeMs);
      } else {
        receive(NUMBER, type, timeMs);
      }
      timeMs++;
    }

    assertThat(mirror.derived).as(what).hasSize(status == null ? 0 : 1);
    if (status != null) {
      assertThat(mirror.derived.get(0)).contains("\"status\": \"" + status + "\"");
    }
  }

  @Test
  void shouldMirrorEveryReportAndOneCountInTen() {
    add(NUMBER, 1);
    for (int i = 0; i < 25; i++) {
      receive(NUMBER, "CallCounts", 10 + i, "calls", i, "missed", 0);
    }
    receive(NUMBER, "ServiceCancelled", 100);
    receive(NUMBER, "CallCounts", 101, "calls", 999, "missed", 0);
    receive(NUMBER, "ServiceDisconnected", 102);
    function.release(60_000);

    assertThat(mirror.calls).containsExactly(9, 19, 24);
    assertThat(mirror.passed)
        .filteredOn(type -> !type.equals("CallCounts"))
        .containsExactly(
            "ServicePluggedIn", "ServiceAdded", "ServiceCancelled", "ServiceDisconnected");
    assertThat(mirror.taken[rules.names().indexOf("counts-after-cancellation")]).isPositive();
    assertThat(function.held()).isZero();
  }

  @Test
  void shouldListNumbersByStatusAndSubscriber() throws IOException {
    add(NUMBER, 1, "eastNight", "+99912000003");
    receive("08005550100", "ServicePluggedIn", 1);
    ViewDefinition inService = requireNonNull(definition.view("in-service"));
    ViewDefinition subscriber = requireNonNull(definition.view("subscriber"));
    ViewDefinition changing = requireNonNull(definition.view("changing"));
    GenericRecord active = state(NUMBER);
    GenericRecord pluggedIn = state("08005550100");

    assertThat(inService.group(active)).isEmpty();
    assertThat(inService.group(pluggedIn)).isNull();
    assertThat(changing.group(active)).isNull();
    assertThat(changing.group(pluggedIn)).isEmpty();
    assertThat(subscriber.parameter()).isEqualTo("subscriber");
    assertThat(subscriber.group(active)).isEqualTo("Alster Cruises");
    assertThat(subscriber.group(pluggedIn)).as("not known yet").isNull();
    StringWriter row = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(row)) {
      inService.writeRow(NUMBER, active, json);
    }
    assertThat(row)
        .hasToString(
            "{\"key\":\"08001234567\",\"status\":\"ACTIVE\",\"since\":2,"
                + "\"subscriber\":\"Alster Cruises\",\"charging\":\"REVERSE\","
                + "\"zone\":\"Europe/Berlin\",\"dayFrom\":8,\"eveningFrom\":18,\"nightFrom\":22,"
                + "\"defaultTarget\":\"+99910000001\",\"eastNight\":\"+99912000003\","
                + "\"version\":2,\"lastEventTime\":2}");
  }
}
