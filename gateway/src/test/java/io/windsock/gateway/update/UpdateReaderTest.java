package io.windsock.gateway.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateReaderTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("number-translation");
  private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

  private final UpdateReader reader = new UpdateReader(CATALOGUE, Clock.fixed(NOW, ZoneOffset.UTC));

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private List<Update> read(String stream, String json) {
    return reader.read(stream, json(json));
  }

  private static GenericRecord decoded(Update update) {
    try {
      return new EventCodec(CATALOGUE).decode(update.value());
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  private String faults(String stream, String json) {
    ConfigurationException faults =
        catchThrowableOfType(ConfigurationException.class, () -> read(stream, json));
    assertThat(faults).as(json).isNotNull();
    return faults.faults().toString();
  }

  @Test
  void shouldReadAnUpdate() {
    List<Update> updates =
        read(
            "services",
            """
            {'id': 'u:1', 'key': '08001', 'type': 'ServiceAdded', 'event': {
              'eventTime': '2026-03-02T09:59:58.5Z', 'subscriber': 'Ümläut 😀', 'zone': 'Europe/Berlin',
              'charging': 'CALLER', 'nightFrom': 23, 'defaultTarget': '+999', 'eastDay': '+9991',
              'westDay': null}}
            """);
    assertThat(updates).hasSize(1);
    Update update = updates.get(0);
    assertThat(update.id()).isEqualTo("u:1");
    assertThat(update.stream()).isEqualTo("services");
    assertThat(update.key()).isEqualTo("08001");
    GenericRecord event = decoded(update);
    assertThat(event.getSchema().getName()).isEqualTo("ServiceAdded");
    assertThat(event.get("eventTime")).isEqualTo(NOW.toEpochMilli() - 1_500);
    assertThat(event.get("subscriber")).hasToString("Ümläut 😀");
    assertThat(event.get("charging")).hasToString("CALLER");
    assertThat(event.get("dayFrom")).as("its default").isEqualTo(8);
    assertThat(event.get("nightFrom")).isEqualTo(23);
    assertThat(event.get("eastDay")).hasToString("+9991");
    assertThat(event.get("westDay")).isNull();
    assertThat(event.get("northDay")).isNull();
  }

  @Test
  void shouldReadSeveralInOrderAndDateThem() {
    List<Update> updates =
        read(
            "services",
            """
            {'updates': [
              {'id': 'a', 'key': '1', 'type': 'ServiceCancelled', 'event': {}},
              {'id': 'b', 'key': '1', 'type': 'ServiceDisconnected', 'event': {'eventTime': 5}}]}
            """);
    assertThat(updates).extracting(Update::id).containsExactly("a", "b");
    assertThat(decoded(updates.get(0)).get("eventTime")).isEqualTo(NOW.toEpochMilli());
    assertThat(decoded(updates.get(1)).get("eventTime")).isEqualTo(5L);
  }

  @Test
  void shouldKnowTheTypeOfAStreamWithOne() {
    Update update =
        read("calls", "{'id': 'a', 'key': '1', 'event': {'calls': 7, 'missed': 0}}").get(0);
    assertThat(decoded(update).get("calls")).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]| update: is []; it must be an object",
        "7| update: is 7; it must be an object",
        "{}| update.id: is missing; it must be 1 to 64",
        "{}| update.key: is missing; it must be a text",
        "{}| update.type: is missing; use one of [ServicePluggedIn",
        "{'updates': []}| has 0 updates; it must be an array of 1 to 1000",
        "{'updates': {}}| is {}; it must be an array",
        "{'updates': [7]}| updates[0]: is 7; it must be an object",
        "{'updates': [], 'id': 'a'}| is not alone",
        "{'id': 'a b'}| update.id: is \"a b\"; it must be 1 to 64",
        "{'id': 7}| update.id: is 7; it must be",
        "{'id': ''}| update.id: is \"\"; it must be",
        "{'id': 'a', 'key': ''}| update.key: is \"\"; it must be",
        "{'id': 'a', 'key': 7}| update.key: is 7; it must be",
        "{'id': 'a', 'key': '\\ud83d'}| update.key: has half of a surrogate pair",
        "{'id': 'a', 'key': '1\\ude00'}| update.key: has half of a surrogate pair",
        "{'id': 'a', 'colour': 'red'}| update.colour: is not a field of an update",
        "{'type': 'CallCounts'}| is \"CallCounts\", which is not of the stream services",
        "{'type': 'OrderBroken'}| is not of the stream services",
        "{'type': 'Marker'}| is not of the stream services",
        "{'type': 'ServiceBusy'}| update.event: is missing; it must be an object",
        "{'type': 'ServiceBusy', 'event': []}| it must be an object",
        "{'type': 'ServiceBusy', 'event': {'x': 1}}| update.event.x: is not a field of ServiceBusy",
        "{'type': 'ServiceBusy', 'event': {'eventTime': 'noon'}}| a time, in ms or ISO 8601",
        "{'type': 'ServiceBusy', 'event': {'eventTime': 1.5}}| a time, in ms or ISO 8601",
        "{'type': 'ServiceBusy', 'event': {'eventTime': 1e30}}| a time, in ms or ISO 8601",
        "{'type': 'ServiceBusy', 'event': {'eventTime': 1772500000000}}| 60 min ahead",
        "{'type': 'ServiceAdded', 'event': {}}| update.event.subscriber: is missing; it must be a text",
        "{'type': 'ServiceAdded', 'event': {'zone': 7}}| update.event.zone: is 7; it must be a text",
        "{'type': 'ServiceAdded', 'event': {'zone': '\\ud83d'}}| event.zone: has half of a surrogate pair",
        "{'type': 'ServiceAdded', 'event': {'eastDay': '\\ud83d1'}}| eastDay: has half of a surrogate pair",
        "{'type': 'ServiceAdded', 'event': {'dayFrom': '8'}}| a whole number of 32 bits",
        "{'type': 'ServiceAdded', 'event': {'dayFrom': 3000000000}}| a whole number of 32 bits",
        "{'type': 'ServiceAdded', 'event': {'dayFrom': null}}| a whole number of 32 bits",
        "{'type': 'ServiceAdded', 'event': {'charging': 'FREE'}}| one of [UNKNOWN, REVERSE, CALLER]",
        "{'type': 'ServiceAdded', 'event': {'northDay': 7}}| northDay: is 7; it must be a text"
      })
  void shouldNameEveryFault(String json, String fault) {
    assertThat(faults("services", json)).contains(fault);
  }

  @Test
  void shouldRefuseAnIdGivenTwice() {
    String one = "{'id': 'a', 'key': '1', 'type': 'ServiceBusy', 'event': {}}";
    assertThat(faults("services", "{'updates': [" + one + "," + one + "]}"))
        .contains("updates[1].id: is 'a', as that of an earlier update");
  }

  /** Nothing is read beyond them, and what was read of an event must not be taken for all of it. */
  @Test
  void shouldNameTheFirstHundredFaultsOnly() {
    StringBuilder fields = new StringBuilder("'x': 1");
    for (int i = 0; i < 20_000; i++) {
      fields.append(", 'x").append(i).append("': 1");
    }
    String many = "{'id': 'a', 'key': '1', 'type': 'ServiceBusy', 'event': {" + fields + "}}";
    for (String json : List.of(many, "{'updates': [" + many + "," + many + ", 7]}")) {
      ConfigurationException faults =
          catchThrowableOfType(ConfigurationException.class, () -> read("services", json));
      assertThat(faults.faults()).hasSize(UpdateReader.MAX_FAULTS);
    }
    StringBuilder updates = new StringBuilder("{}");
    for (int i = 1; i < UpdateReader.MAX_UPDATES; i++) {
      updates.append(", {'event': {'x': 1}, 'type': 'ServiceBusy', 'colour': 'red'}");
    }
    ConfigurationException faults =
        catchThrowableOfType(
            ConfigurationException.class, () -> read("services", "{'updates': [" + updates + "]}"));
    assertThat(faults.faults()).hasSize(UpdateReader.MAX_FAULTS);
  }

  @Test
  void shouldRefuseWhatTheTopologyWould() {
    String key = "x".repeat(UpdateReader.MAX_KEY_BYTES + 1);
    assertThat(faults("services", "{'id': 'a', 'key': '" + key + "'}")).contains("1024 bytes");
    String subscriber = "x".repeat(UpdateReader.MAX_EVENT_BYTES);
    assertThat(
            faults(
                "services",
                "{'id':'a','key':'1','type':'ServiceAdded','event':{'zone':'Z','defaultTarget':'1',"
                    + "'subscriber':'"
                    + subscriber
                    + "'}}"))
        .contains("the topology takes 262144");
  }
}
