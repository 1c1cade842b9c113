package io.windsock.gateway.update;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.RecordJson;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types that no built-in domain has. */
class EventJsonTest {
  private static final Schema ALL =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "All", "fields": [
                {"name": "flag", "type": "boolean"},
                {"name": "big", "type": "long"},
                {"name": "ratio", "type": "double"},
                {"name": "small", "type": "float"},
                {"name": "raw", "type": "bytes"},
                {"name": "two", "type": {"type": "fixed", "name": "Two", "size": 2}},
                {"name": "list", "type": {"type": "array", "items": ["null", "int"]}},
                {"name": "map", "type": {"type": "map", "values": "string"}},
                {"name": "either", "type": ["null", "int", "string"]},
                {"name": "inner", "type": {"type": "record", "name": "Inner", "fields": [
                  {"name": "x", "type": "int"}]}}]}
              """);

  private final Faults faults = new Faults();

  private GenericData.Record read(String json) throws IOException {
    return new EventJson(faults)
        .record(ALL, new ObjectMapper().readTree(json.replace('\'', '"')), "event");
  }

  @Test
  void shouldReadWhatSitesWrite() throws IOException {
    GenericData.Record record =
        read(
            """
            {'flag': true, 'big': 9223372036854775807, 'ratio': 0.5, 'small': 2, 'raw': 'AQI=',
             'two': 'AwQ=', 'list': [1, null], 'map': {'a': 'b'}, 'either': 'text',
             'inner': {'x': -1}}
            """);
    assertThat(faults.first()).isEmpty();
    assertThat(GenericData.get().validate(ALL, record)).isTrue();
    String written =
        Json.object(
                json -> {
                  json.writeFieldName("event");
                  RecordJson.write(record, json);
                })
            .toString();
    assertThat(read(new ObjectMapper().readTree(written).get("event").toString()))
        .isEqualTo(record);
  }

  @Test
  void shouldNameTheFaultsOfAllFields() throws IOException {
    read(
        """
        {'flag': 1, 'big': 9223372036854775808, 'ratio': 'x', 'raw': '?', 'two': 'AQ==',
         'list': [1, 'a'], 'map': {'a': 1}, 'either': true, 'inner': {'x': 1, 'y': 2}}
        """);
    assertThat(faults.first().toString())
        .contains("event.flag: is 1; it must be true or false")
        .contains("event.big: is 9223372036854775808; it must be a whole number of 64 bits")
        .contains("event.ratio: is \"x\"; it must be a number")
        .contains("event.small: is missing; it must be a number")
        .contains("event.raw: is \"?\"; it must be bytes in base64")
        .contains("event.two: is \"AQ==\"; it must be 2 bytes in base64")
        .contains("event.list[1]: is \"a\"; it must be a whole number of 32 bits")
        .contains("event.map.a: is 1; it must be a text")
        .contains("event.either: is true; it must be null or a whole number of 32 bits or a text")
        .contains("event.inner.y: is not a field of Inner, which has [x]");
  }

  /** Values that the event would have as others, without a word: infinite, or a question mark. */
  @Test
  void shouldRefuseWhatTheEventCantHold() throws IOException {
    read(
        """
        {'flag': true, 'big': 1, 'ratio': -1e400, 'small': 1e39, 'raw': '', 'two': 'AwQ=',
         'list': [], 'map': {'a': '\\ud83d'}, 'either': '\\ud83d', 'inner': {'x': 1}}
        """);
    assertThat(faults.first().toString())
        .contains("event.ratio: is \"-Infinity\"; it must be a number of 64 bits")
        .contains("event.small: is 1.0E39; it must be a number of 32 bits")
        .contains("event.map.a: has half of a surrogate pair; send whole characters")
        .contains("event.either: has half of a surrogate pair");
    assertThat(faults.count()).isEqualTo(4);
  }

  /** A body of 1 MiB has room for each of them; each fault kept would take more than it does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{%s'x': 1}|'x%d': 1, ",
        "{'list': [%s1]}|'x%d', ",
        "{'map': {%s'x': ''}}|'x%d': 1, ",
        "{'inner': {%s'x': 1}}|'x%d': 1, "
      })
  void shouldStopAtTheFirstHundredFaults(String form) throws IOException {
    String[] parts = form.split("\\|", -1);
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      many.append(parts[1].formatted(i));
    }
    read(parts[0].formatted(many));
    assertThat(faults.first()).hasSize(Faults.MAX);
    assertThat(faults.count()).isLessThan(2 * Faults.MAX);
  }
}
