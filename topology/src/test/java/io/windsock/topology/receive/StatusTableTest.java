package io.windsock.topology.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import io.windsock.topology.Events;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTableTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final String LATEST_OF_THREE =
      "rules: [{name: latest3, rule: overwrite, type: FlightPosition, mode: latest, length: 3}]";

  private static final String FIRST_OF_THREE =
      "rules: [{name: first3, rule: overwrite, type: FlightPosition, mode: first, length: 3}]";

  /** Outputs nothing. */
  private static final MirrorOutput NOWHERE =
      new MirrorOutput() {
        @Override
        public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {}

        @Override
        public void derived(
            KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {}

        @Override
        public void taken(int rule, int events) {}
      };

  private Desk desk = desk(LATEST_OF_THREE);

  private static Desk desk(String rules) {
    return new Desk(Desk.rules(rules), new Markers(50, 500), new Sent(), NOW);
  }

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
    StatusTable early = desk.table();
    StatusTable table = desk.table();
    position("BA1");
    drainTo(early, table);
    position("BA1");
    position("BA2");
    drainTo(early, table);
    desk.open(early);
    assertThat(Desk.content(early)).isEqualTo(Desk.content(desk.table));
    position("BA1");
    drainTo(table);
    desk.open(table);

    assertThat(table.size()).isEqualTo(1);
    assertThat(Desk.content(table)).isEqualTo(Desk.content(desk.table));
  }

  @Test
  void shouldForgetKeysNotHeardOfForAWeek() {
    desk = desk(FIRST_OF_THREE);
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
    StatusTable restored = desk.table();
    restored.restore(Events.key("BA3"), history("BA2"), NOW);
    desk.open(restored);
    var function = new MirroringFunction(desk.rules.compiled(), NOWHERE);
    restored.forEach(history -> function.restored(history, NOW));
    restored.forget(NOW + StatusTable.FORGET_AFTER_MS, function);
    assertThat(restored.size()).isEqualTo(1);
    restored.drain(NOW, (key, value) -> {});
    restored.forget(NOW + StatusTable.FORGET_AFTER_MS + StatusTable.LOOK_THROUGH_MS, function);
    assertThat(restored.size()).isZero();
  }

  /** Statuses have no rule here, so they do not change a history. */
  @Test
  void shouldLogAKeyOnceADayWhoseEventsChangeNothing() {
    desk = desk(FIRST_OF_THREE);
    position("BA1");
    position("BA2");
    drained();
    status("BA1", NOW + StatusTable.REFRESH_MS - 1);
    assertThat(drained()).containsExactly("");

    status("BA1", NOW + StatusTable.REFRESH_MS);
    status("BA1", NOW + StatusTable.REFRESH_MS + 1);
    assertThat(drained()).containsExactly("BA1", "");
    status("BA1", NOW + 2 * StatusTable.REFRESH_MS - 1);
    assertThat(drained()).containsExactly("");
    status("BA1", NOW + 2 * StatusTable.REFRESH_MS);
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW), NOW + 2 * StatusTable.REFRESH_MS);
    assertThat(drained()).containsExactly("BA1", "");
  }

  @Test
  void shouldKnowALivingKeyAfterARestartThoughItsEventsHaveChangedNothingForAWeek() {
    desk = desk(FIRST_OF_THREE);
    StatusTable restored = desk.table();
    position("BA1");
    position("BA2");
    drainTo(NOW, restored);
    long nowMs = NOW;
    while (nowMs <= NOW + StatusTable.FORGET_AFTER_MS) {
      nowMs += StatusTable.FORGET_AFTER_MS / 20;
      status("BA1", nowMs);
      drainTo(nowMs, restored);
    }

    desk.open(restored);
    var function = new MirroringFunction(desk.rules.compiled(), NOWHERE);
    restored.forEach(history -> function.restored(history, NOW));
    restored.forget(nowMs + StatusTable.LOOK_THROUGH_MS, function);

    List<String> known = new ArrayList<>();
    restored.forEach(history -> known.add(new String(history.key(), UTF_8)));
    assertThat(known).containsExactly("BA1");
  }

  @Test
  void shouldNotLogAForgottenKeyForBeingAlive() {
    desk = desk(FIRST_OF_THREE);
    position("BA1");
    drained();
    long laterMs = NOW + StatusTable.REFRESH_MS;
    status("BA1", laterMs);

    desk.receiver.tick(laterMs + StatusTable.FORGET_AFTER_MS + 1);

    assertThat(drained()).contains("-BA1").doesNotContain("BA1");
  }

  @Test
  void shouldLogAKeyForBeingAliveAlsoIfTheParametersChangeMeanwhile() {
    desk = desk(FIRST_OF_THREE);
    position("BA1");
    drained();
    status("BA1", NOW + StatusTable.REFRESH_MS);
    desk.offer(1, desk.rules, 50, 0);

    desk.receiver.takeParameters(NOW + StatusTable.REFRESH_MS);

    assertThat(drained()).contains("BA1");
    status("BA1", NOW + 2 * StatusTable.REFRESH_MS - 1);
    assertThat(drained()).doesNotContain("BA1");
  }

  private void drainTo(StatusTable... tables) {
    drainTo(NOW, tables);
  }

  private void drainTo(long nowMs, StatusTable... tables) {
    desk.table.drain(
        nowMs,
        (key, value) -> {
          for (StatusTable table : tables) {
            table.restore(key, value, nowMs);
          }
        });
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

  private void status(String key, long nowMs) {
    desk.receive(Desk.STATUS, key, Events.status(nowMs, "OFF"), nowMs);
  }

  /** Keys in the order logged; a tombstone's with a dash before it. */
  private List<String> drained() {
    List<String> keys = new ArrayList<>();
    desk.table.drain(
        NOW, (key, value) -> keys.add((value == null ? "-" : "") + new String(key, UTF_8)));
    return keys;
  }
}
