package io.windsock.topology.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.topology.Events;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTableTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final String FIRST_OF_THREE =
      "rules: [{name: first3, rule: overwrite, type: FlightPosition, mode: first, length: 3}]";

  private final Desk desk =
      new Desk(Desk.rules(FIRST_OF_THREE), new Markers(50, 500), new Sent(), NOW);

  @Test
  void shouldLogEachChangedKeyOnceACommit() {
    for (int i = 0; i < 8; i++) {
      position("BA1");
    }
    position("BA2");

    assertThat(drained()).containsExactlyInAnyOrder("BA1", "BA2", "");
    assertThat(drained()).isEmpty();
    position("BA2");
    assertThat(drained()).containsExactlyInAnyOrder("BA2", "");
  }

  @Test
  void shouldLogATombstoneAndForgetTheKeyOnceItsHistoryIsEmpty() {
    position("BA1");
    assertThat(drained()).contains("BA1");
    position("BA1");
    position("BA1");

    assertThat(drained()).contains("-BA1");
    assertThat(desk.table.histories()).isEmpty();
    position("BA1");
    assertThat(drained()).contains("BA1");
  }

  @Test
  void shouldRestoreTheLastOfWhatWasLogged() {
    StatusTable table = new StatusTable(Events.CATALOGUE.streams(), desk.rules);
    position("BA1");
    desk.table.drain(table::restore);
    position("BA1");
    position("BA2");
    desk.table.drain(table::restore);
    assertThat(Desk.content(table)).isEqualTo(Desk.content(desk.table));
    position("BA1");
    desk.table.drain(table::restore);

    assertThat(table.histories()).hasSize(1);
    assertThat(Desk.content(table)).isEqualTo(Desk.content(desk.table));
  }

  private void position(String key) {
    desk.receive(Desk.POSITIONS, key, Events.position(NOW), NOW);
  }

  /** Keys in the order logged; a tombstone's with a dash before it. */
  private List<String> drained() {
    List<String> keys = new ArrayList<>();
    desk.table.drain((key, value) -> keys.add((value == null ? "-" : "") + new String(key, UTF_8)));
    return keys;
  }
}
