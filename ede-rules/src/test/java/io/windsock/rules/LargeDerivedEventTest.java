package io.windsock.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import io.windsock.rules.stage.TupleStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A derived event that no output topic would take is not made; its parts are sent. */
class LargeDerivedEventTest {
  private static final String CATALOGUE =
      """
      domain: letters
      streams: [pages]
      state:
        name: Sent
        versions: [{id: 190, schema: Sent.avsc}]
      types:
        - {name: Page, stream: pages, supersede: allowed, versions: [{id: 101, schema: Page.avsc}]}
        - {name: Letter, supersede: never, versions: [{id: 151, schema: Letter.avsc}]}
      """;

  private static final String RULES =
      """
      rules:
        - name: letter
          rule: complex-tuple
          parts:
            - {name: first, type: Page, when: number == 1}
            - {name: second, type: Page, when: number == 2}
          derive: Letter
          fields: {a: first.text, b: first.text, c: first.text, d: first.text, e: first.text}
          ttl: 1h
          absorb: %s
      """;

  /** What was sent, the largest derived event, and how many events were taken. */
  private static final class Sent implements MirrorOutput {
    final List<String> records = new ArrayList<>();
    int largest;
    int taken;

    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      records.add("page");
    }

    @Override
    public void derived(
        KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {
      records.add("letter");
      largest = Math.max(largest, value.length);
    }

    @Override
    public void taken(int rule, int events) {
      taken += events;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false,     100, page page letter, 0",
    "true,      100, letter,           2",
    "false,  400000, page page letter, 0",
    "false,  500000, page page,        0",
    "true,   500000, page page,        0",
    "true,  1000000, page page,        0",
  })
  void shouldSendThePartsWhereTheDerivedEventWouldBeTooLarge(
      boolean absorb, int textBytes, String records, int taken, @TempDir Path folder)
      throws IOException {
    Catalogue catalogue = catalogue(folder);
    RuleSet rules = RuleSet.parse(RULES.formatted(absorb), "rules.yaml", catalogue);
    Sent sent = new Sent();
    MirroringFunction function = new MirroringFunction(rules.compiled(), sent);
    KeyHistory history = new KeyHistory("letter".getBytes(UTF_8), rules.layout());
    String text = "x".repeat(textBytes);
    for (int number = 1; number <= 2; number++) {
      byte[] page = page(catalogue, number, number == 1 ? text : "end");
      var version = Objects.requireNonNull(catalogue.version(Framing.schemaId(page)));
      function.receive(history, page, version, number, 0, 0);
    }

    assertThat(String.join(" ", sent.records)).isEqualTo(records);
    assertThat(sent.taken).isEqualTo(taken);
    assertThat(sent.largest).isLessThanOrEqualTo(TupleStage.MAX_DERIVED_BYTES);
    assertThat(function.held()).isZero();
  }

  private static byte[] page(Catalogue catalogue, int number, String text) {
    EventType type = catalogue.type("Page");
    return new EventCodec(catalogue)
        .encode(
            type,
            new GenericRecordBuilder(type.current().schema())
                .set("eventTime", (long) number)
                .set("number", number)
                .set("text", text)
                .build());
  }

  private static Catalogue catalogue(Path folder) throws IOException {
    write(folder, "Sent", field("version", "\"long\""));
    Files.writeString(folder.resolve("catalogue.yaml"), CATALOGUE);
    write(folder, "Page", field("number", "\"int\"") + "," + field("text", "\"string\""));
    List<String> texts = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d", "e")) {
      texts.add(field(name, "\"string\""));
    }
    write(folder, "Letter", String.join(",", texts));
    return Catalogue.load(folder);
  }

  private static String field(String name, String type) {
    return "{\"name\": \"" + name + "\", \"type\": " + type + "}";
  }

  private static void write(Path folder, String name, String fields) throws IOException {
    String time = field("eventTime", "{\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}");
    Files.writeString(
        folder.resolve(name + ".avsc"),
        "{\"type\": \"record\", \"name\": \""
            + name
            + "\", \"namespace\": \"letters\", \"fields\": ["
            + time
            + ","
            + fields
            + "]}");
  }
}
