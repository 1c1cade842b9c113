package io.windsock.topology.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.topology.Events;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An update with an id is taken once, whatever happens between its copies. */
class UpdateIdsTest {
  private static final long NOW = 1_700_000_000_000L;

  private final Sent sent = new Sent();
  private final Desk desk =
      new Desk(Desk.rules("rules: []"), new Markers(1_000_000, 1_000_000_000), sent, NOW);
  private long offset;

  private void update(String id, byte[] value, long atMs) {
    desk.receiver.receive(
        Desk.STATUS, offset++, Events.key("BA1"), value, id.getBytes(UTF_8), atMs, atMs);
  }

  private void update(String id, long atMs) {
    update(id, Events.status(NOW, "LANDED"), atMs);
  }

  private void position(String id, long atMs) {
    desk.receiver.receive(
        Desk.POSITIONS,
        offset++,
        Events.key("BA1"),
        Events.position(NOW),
        id.getBytes(UTF_8),
        atMs,
        atMs);
  }

  private int taken() {
    return sent.forwardedEvents().size();
  }

  @Test
  void shouldTakeAnUpdateOnce() {
    update("u1", NOW);
    update("u1", NOW + 1);
    update("u2", NOW + 2);
    update("u1", NOW + 3);

    assertThat(taken()).isEqualTo(2);
    assertThat(sent.reasons).containsExactly("a repeat of update 'u1'", "a repeat of update 'u1'");
  }

  @Test
  void shouldCountARepeatAsDeadLettered() {
    update("u1", NOW);
    update("u1", NOW);
    assertThat(desk.table.accounts().received).isEqualTo(2);
    assertThat(desk.table.accounts().passed).isEqualTo(1);
    assertThat(desk.table.accounts().deadLettered).isEqualTo(1);
  }

  @Test
  void shouldTakeRecordsWithoutAnIdEachTime() {
    for (int i = 0; i < 3; i++) {
      desk.receive(Desk.STATUS, "BA1", Events.status(NOW, "LANDED"), NOW);
    }
    assertThat(taken()).isEqualTo(3);
    assertThat(desk.table.updateIds().size()).isZero();
  }

  @Test
  void shouldKnowWhatItTookBeforeARestart() {
    update("u1", NOW);
    desk.commit();
    update("lost", NOW);
    desk.restart(NOW + 1_000);
    update("u1", NOW + 1_000);
    update("lost", NOW + 1_000);

    assertThat(taken()).as("u1, lost, and lost again, as it was not committed").isEqualTo(3);
    assertThat(sent.reasons).containsExactly("a repeat of update 'u1'");
  }

  @Test
  void shouldForgetTheOldestAfterRestartsToo() {
    update("b", NOW);
    update("a", NOW + 1);
    desk.commit();
    desk.restart(NOW + 2);
    update("c", NOW + UpdateIds.REMEMBER_MS + 1);
    assertThat(desk.table.updateIds().size()).as("a and c").isEqualTo(2);
    update("a", NOW + UpdateIds.REMEMBER_MS + 1);
    update("b", NOW + UpdateIds.REMEMBER_MS + 1);
    assertThat(sent.reasons).containsExactly("a repeat of update 'a'");
  }

  @Test
  void shouldRememberAnIdHoweverFarAnotherStreamIsAhead() {
    update("u1", NOW);
    position("p1", NOW + 2 * UpdateIds.REMEMBER_MS);
    update("u1", NOW + 1);
    desk.commit();
    desk.restart(NOW + 2 * UpdateIds.REMEMBER_MS);
    position("p2", NOW + 3 * UpdateIds.REMEMBER_MS);
    update("u1", NOW + 2);

    assertThat(sent.reasons).containsExactly("a repeat of update 'u1'", "a repeat of update 'u1'");
    update("u2", NOW + UpdateIds.REMEMBER_MS + 1);
    assertThat(desk.table.updateIds().size()).as("p1, p2 and u2").isEqualTo(3);
  }

  /** Earlier versions logged the time only. */
  @Test
  void shouldRememberAnIdThatWasLoggedWithoutAStream() {
    UpdateIds ids = new UpdateIds(List.of("status"));
    ids.restore(new byte[] {(byte) 0xfe, 'u'}, ByteBuffer.allocate(8).putLong(NOW).array());
    ids.order();
    assertThat(ids.fault("u".getBytes(UTF_8))).isEqualTo("a repeat of update 'u'");

    ids.take(0, "v".getBytes(UTF_8), NOW + UpdateIds.REMEMBER_MS + 1);
    assertThat(ids.fault("u".getBytes(UTF_8))).isNull();
  }

  @Test
  void shouldDeleteFromTheLogWhatItForgets() {
    update("u1", NOW);
    desk.commit();
    int logged = desk.logged();
    update("u2", NOW + UpdateIds.REMEMBER_MS + 1);
    desk.commit();
    assertThat(desk.logged()).isEqualTo(logged);
    assertThat(desk.restored().updateIds().size()).isEqualTo(1);
  }

  @Test
  void shouldBoundWhatItRemembers() {
    for (int i = 0; i < UpdateIds.MAX_IDS + 10; i++) {
      desk.table.updateIds().take(Desk.STATUS, ("u" + i).getBytes(UTF_8), NOW);
    }
    assertThat(desk.table.updateIds().size()).isEqualTo(UpdateIds.MAX_IDS);
    assertThat(desk.table.updateIds().fault("u9".getBytes(UTF_8))).isNull();
    assertThat(desk.table.updateIds().fault("u10".getBytes(UTF_8))).isNotNull();
  }

  @Test
  void shouldTakeTheCorrectionOfAnUpdateThatWasNoEvent() {
    update("u1", new byte[] {1, 2, 3}, NOW);
    update("u1", NOW);
    assertThat(taken()).isEqualTo(1);
    assertThat(sent.reasons).hasSize(1);
  }

  @Test
  void shouldRefuseInvalidIds() {
    update("", NOW);
    update("x".repeat(65), NOW);
    update("x".repeat(64), NOW);
    assertThat(taken()).isEqualTo(1);
    assertThat(sent.reasons).allMatch(reason -> reason.startsWith("an update id of "));
  }
}
