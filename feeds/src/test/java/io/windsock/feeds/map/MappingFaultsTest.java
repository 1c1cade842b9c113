package io.windsock.feeds.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mapping that is wrong says everything that is, each with its place. */
class MappingFaultsTest {
  private static final String GOOD =
      """
      mapping: test
      sources:
        - name: one
          format: csv
          key: "{k}"
          events:
            - type: FlightPosition
              when: {k: x}
              time: t
              fields:
                latitude: lat
                longitude: lon
                altitudeFt: {field: alt, convert: m to ft}
                callsign: {field: sign, text: strip}
      """;

  private static List<Fault> faults(String yaml) {
    var failure =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> Mapping.parse(yaml, "m.yaml", Catalogue.builtIn("airline")));
    return failure == null ? List.of() : failure.faults();
  }

  @Test
  void shouldTakeTheGoodOne() {
    assertThat(faults(GOOD)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mapping: test|colour: red|m.yaml: colour: is not known here",
        "mapping: test|colour: red|m.yaml: mapping: is missing",
        "format: csv|format: xml|m.yaml: sources[0].format: is 'xml'; it should be csv, json, avro or one of [pairs]",
        "name: one|records: a|m.yaml: sources[0].records: does not go with the format csv",
        "name: one|zone: UTC|m.yaml: sources[0].zone: does not go with the format csv",
        "name: one|order: random|m.yaml: sources[0].order: is \"random\"; it must be one of [none, time]",
        "name: one|csv: {delimiter: tab}|m.yaml: sources[0].csv.delimiter: is 'tab'; it should be one ASCII character",
        "name: one|csv: {separator: x}|m.yaml: sources[0].csv.separator: is not known here",
        "name: one|csv: {columns: [k, t, lat]}|m.yaml: sources[0].events[0].fields.longitude: there is no column 'lon'",
        "key: \"{k}\"|key: k|m.yaml: sources[0].key: 'k' names no field; write a field in braces, like {flight_id}",
        "key: \"{k}\"|key: \"{k\"|m.yaml: sources[0].key: has a '{' without a '}'",
        "key: \"{k}\"|match: [k]|m.yaml: sources[0].events[0].key: is missing, and the source has none",
        "type: FlightPosition|type: Position|m.yaml: sources[0].events[0].type: is not a type that a stream carries; these are [FlightPosition,",
        "type: FlightPosition|type: AllBoarded|m.yaml: sources[0].events[0].type: is not a type that a stream carries",
        "when: {k: x}|when: k|m.yaml: sources[0].events[0].when: is \"k\"; it must be a mapping",
        "when: {k: x}|when: {k: {is: x}}|m.yaml: sources[0].events[0].when.k.is: is not known here",
        "when: {k: x}|when: {k: {above: high}}|m.yaml: sources[0].events[0].when.k.above: is \"high\"; it must be a number",
        "when: {k: x}|when: {k: []}|m.yaml: sources[0].events[0].when.k: lists nothing",
        "time: t|times: t|m.yaml: sources[0].events[0].time: is missing",
        "time: t|time: {field: t, as: 'unix'}|m.yaml: sources[0].events[0].time.as: is 'unix'; it should be iso, epoch-s, epoch-ms, or a pattern",
        "time: t|time: {field: t, zone: Toronto}|m.yaml: sources[0].events[0].time.zone: 'Toronto' is not a time zone; write one such as America/Toronto or UTC",
        "time: t|time: {field: t, as: epoch-s, zone: UTC}|m.yaml: sources[0].events[0].time.zone: does not go with epoch-s",
        "time: t|time: {field: t, zone: {port: z}}|m.yaml: sources[0].events[0].time.zone.port: is not known here; known are harbour",
        "time: t|time: {date: d, clock: c}|m.yaml: sources[0].events[0].time: a clock needs a 'zone'",
        "time: t|time: {clock: c, zone: UTC}|m.yaml: sources[0].events[0].time.date: is missing",
        "latitude: lat|latitude: {}|m.yaml: sources[0].events[0].fields.latitude: needs exactly one of field, constant, template and lookup; it has []",
        "latitude: lat|latitude: {field: a, constant: 1}|m.yaml: sources[0].events[0].fields.latitude: has a constant, so nothing else may be set",
        "latitude: lat|latitude: {field: a, template: b}|m.yaml: sources[0].events[0].fields.latitude: needs exactly one of",
        "latitude: lat|lat: lat|m.yaml: sources[0].events[0].fields.lat: is not a field of FlightPosition",
        "latitude: lat|lat: lat|m.yaml: sources[0].events[0].fields: needs 'latitude' to produce FlightPosition",
        "latitude: lat|eventTime: lat|m.yaml: sources[0].events[0].fields.eventTime: is set by 'time'",
        "latitude: lat|latitude: {constant: north}|m.yaml: sources[0].events[0].fields.latitude.constant: latitude: 'north' is not a number",
        "latitude: lat|latitude: {field: lat, default: x}|m.yaml: sources[0].events[0].fields.latitude.default: latitude: 'x' is not a number",
        "latitude: lat|latitude: {field: lat, min: 9, max: 1}|m.yaml: sources[0].events[0].fields.latitude: min 9.0 is greater than max 1.0",
        "latitude: lat|latitude: {field: lat, outside: absent}|m.yaml: sources[0].events[0].fields.latitude.outside: needs 'min' or 'max' beside it",
        "convert: m to ft|convert: m|m.yaml: sources[0].events[0].fields.altitudeFt.convert: is 'm'; it should be like 'm to ft'",
        "convert: m to ft|convert: m to furlong|m.yaml: sources[0].events[0].fields.altitudeFt.convert: is 'm to furlong'",
        "convert: m to ft|convert: m to kt|m.yaml: sources[0].events[0].fields.altitudeFt.convert: m is a length and kt a speed",
        "text: strip|text: trim|m.yaml: sources[0].events[0].fields.callsign.text: is not a step; the steps are [strip, upper, lower, date, unpad]",
        "text: strip|convert: m to ft|m.yaml: sources[0].events[0].fields.callsign.convert: is not known here",
        "text: strip|match: '('|m.yaml: sources[0].events[0].fields.callsign.match: is not a regular expression: Unclosed group",
        "text: strip|values: none|m.yaml: sources[0].events[0].fields.callsign.values: is \"none\"; it must be a mapping",
        "text: strip|otherwise: x|m.yaml: sources[0].events[0].fields.callsign.otherwise: needs 'values' beside it",
        "field: sign, text: strip|lookup: t, by: '{k}', give: x|m.yaml: sources[0].events[0].fields.callsign.lookup: there is no table 't'",
        "name: one|'fields: {belt: k}'|m.yaml: sources[0].fields.belt: is not a settable field of any of [FlightPosition]"
      })
  void shouldNameTheFault(String from, String to, String expected) {
    assertThat(faults(GOOD.replace(from, to)))
        .extracting(Fault::toString)
        .anySatisfy(fault -> assertThat(fault).startsWith(expected));
  }

  @Test
  void shouldNameWhatATimeTakesAndNoDefault() {
    String times =
        """
        mapping: test
        sources:
          - name: one
            format: csv
            key: "{k}"
            events:
              - type: FlightStatus
                time: t
                fields:
                  status: {constant: OUT}
                  actualOff: {field: off, default: 0, colour: red}
        """;
    String known = ": is not known here; known are field, as, zone, date, clock, after";
    assertThat(faults(times))
        .extracting(Fault::toString)
        .containsExactly(
            "m.yaml: sources[0].events[0].fields.actualOff.default" + known,
            "m.yaml: sources[0].events[0].fields.actualOff.colour" + known);
  }

  @Test
  void shouldNameAStepThatIsNone() {
    assertThat(faults(GOOD.replace("{k}", "{k|lower|big}")))
        .extracting(Fault::toString)
        .singleElement()
        .asString()
        .startsWith("m.yaml: sources[0].key: 'big' is not a step; the steps are [strip,");
  }

  @Test
  void shouldNameAllFaultsAtOnce() {
    String bad =
        GOOD.replace("format: csv", "format: pairs")
            .replace("text: strip", "text: trim")
            .replace("longitude: lon", "longitude: value");

    assertThat(faults(bad))
        .extracting(Fault::place)
        .containsExactly(
            "m.yaml: sources[0].key",
            "m.yaml: sources[0].events[0].time",
            "m.yaml: sources[0].events[0].fields.latitude",
            "m.yaml: sources[0].events[0].fields.altitudeFt.field",
            "m.yaml: sources[0].events[0].fields.callsign.field",
            "m.yaml: sources[0].events[0].fields.callsign.text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|m.yaml: is empty; it must name its sources",
        "[]|m.yaml: is []; it must be a mapping",
        "'mapping: x'|m.yaml: sources: lists no source",
        "'mapping: [x'|m.yaml, line 1: ",
        "'{mapping: x, mapping: y}'|m.yaml, line 1: is not YAML: Duplicate field 'mapping'",
        "'{mapping: x, sources: [1]}'|m.yaml: sources[0]: is 1; it must be a mapping",
        "'{mapping: x, sources: [{format: csv, key: \"{k}\"}]}'|m.yaml: sources[0].events: lists no event"
      })
  void shouldSayWhatIsNoMapping(String yaml, String expected) {
    assertThat(faults(yaml))
        .extracting(Fault::toString)
        .anySatisfy(fault -> assertThat(fault).startsWith(expected));
  }

  @Test
  void shouldSayWhatIsWrongWithATable(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("t.csv"), "code,name\nA,b,c\n");
    Path file = folder.resolve("m.yaml");
    Files.writeString(
        file,
        GOOD
            + """
            tables:
              missing: {file: none.csv, key: code}
              keyless: {file: t.csv, key: id}
              broken: {file: t.csv, key: code}
              odd: {file: t.csv, column: code}
            """);

    var failure =
        catchThrowableOfType(
            ConfigurationException.class,
            () -> Mapping.load(file.toString(), Catalogue.builtIn("airline")));

    assertThat(failure.faults())
        .extracting(Fault::message)
        .anySatisfy(message -> assertThat(message).startsWith("can't be read: "))
        .anySatisfy(message -> assertThat(message).contains("has no column 'id'"))
        .anySatisfy(message -> assertThat(message).contains("line 2: 3 columns instead of 2"))
        .anySatisfy(message -> assertThat(message).startsWith("is not known here"));
  }

  @Test
  void shouldSayThatThereIsNoSuchMapping() {
    var failure =
        catchThrowableOfType(
            ConfigurationException.class, () -> Mapping.load("lhr", Catalogue.builtIn("airline")));

    assertThat(failure).hasMessage("lhr: is neither a file nor one of the shipped mappings []");
  }
}
