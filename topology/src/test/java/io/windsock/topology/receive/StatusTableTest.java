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
    assertThat(desk.table.size()).isZero();
    position("BA1");
    assertThat(drained()).contains("BA1");
  }

  @Test
  void shouldRestoreTheLastOfWhatWasLogged() {
    StatusTable table = new StatusTable(Events.CATALOGUE.streams(), desk.rules);
    position("BA1");
    desk.table.drain((key, value) -> table.restore(key, value, NOW));
    position("BA1");
    position("BA2");
    desk.table.drain((key, value) -> table.restore(key, value, NOW));
    assertThat(Desk.content(table)).isEqualTo(Desk.content(desk.table));
    position("BA1");
    desk.table.drain((key, value) -> table.restore(key, value, NOW));

    assertThat(table.size()).isEqualTo(1);
    assertThat(Desk.content(table)).isEqualTo(Desk.content(desk.table));
  }

  @Test
  void shouldForgetKeysNotHeardOfForAWeek() {
    position("BA1");
    position("BA2");
    drained();
    long later = NOW + StatusTable.FORGET_AFTER_MS;
    desk.receive(Desk.POSITIONS, "BA2", Events.position(NOW), later);
    drained();
    desk.receiver.tick(later);
    assertThat(desk.table.size()).isEqualTo(2);

    desk.receiver.tick(later + StatusTable.LOOK_THROUGH_MS);

    assertThat(drained()).contains("-BA1").doesNotContain("-BA2");
    assertThat(desk.table.size()).isEqualTo(1);
    StatusTable restored = new StatusTable(Events.CATALOGUE.streams(), desk.rules);
    restored.restore(Events.key("BA3"), history("BA2"), NOW);
    restored.forget(NOW + StatusTable.FORGET_AFTER_MS);
    assertThat(restored.size()).isEqualTo(1);
    restored.forget(NOW + StatusTable.FORGET_AFTER_MS + StatusTable.LOOK_THROUGH_MS);
    assertThat(restored.size()).isZero();
  }

  private byte[] history(String key) {
    List<byte[]> found = new ArrayList<>();
    desk.table.forEach(
        history -> {
          if (new String(history.key(), UTF_8).equals(key)) {
            found.add(history.encode());
          }
        });
    return found.get(0);
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
