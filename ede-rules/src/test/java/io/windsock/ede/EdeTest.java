package io.windsock.ede;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

class EdeTest {
  private static final Catalogue CATALOGUE = Catalogue.airline();

  private final Ede ede = new Ede(EdeDefinition.airline(CATALOGUE));

  private static byte[] event(String type, long timeMs, Object... fields) {
    return Events.event(CATALOGUE, type, timeMs, fields);
  }

  @Test
  void shouldKeepTheNewestPositionWhenAnOlderOneArrivesLater() throws Exception {
    Applied applied =
        ede.apply(null, event("FlightPosition", 20, "latitude", 2.0, "longitude", 2.0), 1);
    GenericRecord state = applied.state();
    ede.apply(
        state,
        event("FlightPosition", 10, "latitude", 1.0, "longitude", 1.0, "callsign", "BAW1"),
        2);

    assertThat(state.get("latitude")).isEqualTo(2.0);
    assertThat(state.get("callsign")).hasToString("BAW1");
    assertThat(state.get("version")).isEqualTo(2L);
    assertThat(state.get("events")).isEqualTo(2L);
    assertThat(state.get("lateEvents")).isEqualTo(1L);
    assertThat(state.get("positionTime")).isEqualTo(20L);
  }

  @Test
  void shouldDeriveAllBoardedOnce() throws Exception {
    GenericRecord state =
        ede.apply(null, event("BoardingEvent", 10, "boarded", 99, "expected", 100), 1).state();
    Applied full = ede.apply(state, event("BoardingEvent", 11, "boarded", 100, "expected", 100), 2);

    assertThat(full.derived()).extracting(d -> d.type().name()).containsExactly("AllBoarded");
    GenericRecord derived = Events.decode(CATALOGUE, full.derived().get(0).value());
    assertThat(derived.get("boarded")).isEqualTo(100);
    assertThat(derived.get("eventTime")).isEqualTo(11L);
    Applied again =
        ede.apply(state, event("BoardingEvent", 12, "boarded", 100, "expected", 100), 3);
    assertThat(again.derived()).isEmpty();
    assertThat(state.get("allBoarded")).isEqualTo(true);
  }

  @Test
  void shouldReadBackWhatItWrote() throws Exception {
    GenericRecord state =
        ede.apply(null, event("FlightStatus", 10, "status", "AT_GATE", "gate", "B42"), 7).state();

    byte[] bytes = ede.encode(state);

    assertThat(ede.decode(bytes)).isEqualTo(state);
    assertThat(ede.encode(ede.decode(bytes))).isEqualTo(bytes);
    assertThat(state.get("arrived")).isEqualTo(true);
  }
}
