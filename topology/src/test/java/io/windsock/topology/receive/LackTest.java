package io.windsock.topology.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.PartitionSample;
import io.windsock.topology.Events;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** When what the mirrors lack of a key is counted no more. */
class LackTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final Markers NEVER = new Markers(1_000_000, 1_000_000_000);
  private static final String FIRST_OF_TEN =
      "{name: first10, rule: overwrite, type: FlightPosition, mode: first, length: 10}";
  private static final String HELD_FOR_A_DAY =
      "{name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 10,"
          + " maxHold: 24h}";
  private static final String LANDED =
      "{name: landed, rule: complex-sequence, after: {type: FlightStatus, when: \"status =="
          + " 'LANDED'\"}, discard: FlightPosition, until: {time: 12h}}";

  private Desk desk = desk(FIRST_OF_TEN);

  private static Desk desk(String... rules) {
    return new Desk(
        Desk.rules("rules: [" + String.join(", ", rules) + "]"), NEVER, new Sent(), NOW);
  }

  private void positions(String key, int count, long nowMs) {
    for (int i = 0; i < count; i++) {
      desk.receive(Desk.POSITIONS, key, Events.position(nowMs + i), nowMs + i);
    }
  }

  private PartitionSample status() {
    desk.receiver.publishStatus();
    return desk.receiver.status().sample();
  }

  /** As the task does it: commits between two looks through the table. */
  private void quietUntil(long nowMs) {
    for (long at = NOW + 60_000; at < nowMs; at += StatusTable.LOOK_THROUGH_MS / 2) {
      desk.commit();
      desk.receiver.tick(at);
    }
    desk.receiver.tick(nowMs);
    desk.commit();
  }

  @Test
  void shouldNotCountWhatAForgottenKeyLacked() {
    positions("BA1", 3, NOW);
    assertThat(status().getWithheld()).isEqualTo(2);
    desk.commit();
    desk.receiver.tick(NOW + StatusTable.FORGET_AFTER_MS + StatusTable.LOOK_THROUGH_MS);

    assertThat(desk.table.size()).isZero();
    assertThat(status().getWithheld()).isZero();
    assertThat(status().getOldestWithheldMs()).isZero();
  }

  @Test
  void shouldEndWhatAKeyLacksForGoodOnceItIsQuiet() {
    positions("BA1", 3, NOW);
    positions("BA2", 2, NOW);
    quietUntil(NOW + StatusTable.LACK_ENDS_MS);
    assertThat(status().getWithheld()).isEqualTo(3);
    long laterMs = NOW + StatusTable.LACK_ENDS_MS;
    positions("BA2", 1, laterMs);
    quietUntil(laterMs + StatusTable.LOOK_THROUGH_MS);

    assertThat(status().getWithheld()).isEqualTo(2);
    desk.restart(laterMs + StatusTable.LOOK_THROUGH_MS);
    assertThat(status().getWithheld()).isEqualTo(2);
  }

  /** Sites learn what they lack from markers, and of an idle partition there is no other news. */
  @Test
  void shouldSayInAMarkerThatNothingIsLackingAnyMore() {
    Sent sent = new Sent();
    desk = new Desk(Desk.rules("rules: [" + FIRST_OF_TEN + "]"), new Markers(1_000, 1), sent, NOW);
    positions("BA1", 3, NOW);
    desk.receiver.tick(NOW + 10);
    assertThat(last(sent).get("withheld")).isEqualTo(2L);
    int markers = sent.markers().size();

    quietUntil(NOW + StatusTable.LACK_ENDS_MS + 2 * StatusTable.LOOK_THROUGH_MS);

    assertThat(last(sent).get("withheld")).isEqualTo(0L);
    assertThat(last(sent).get("oldestWithheldMs")).isEqualTo(0L);
    assertThat(sent.markers()).hasSize(markers + 1);
  }

  private static GenericRecord last(Sent sent) {
    return sent.markers().get(sent.markers().size() - 1);
  }

  @Test
  void shouldKeepTheRunOfAQuietKeyThatSpeaksAgain() {
    positions("BA1", 3, NOW);
    long laterMs = NOW + StatusTable.LACK_ENDS_MS + 2 * StatusTable.LOOK_THROUGH_MS;
    quietUntil(laterMs);
    assertThat(status().getWithheld()).isZero();

    positions("BA1", 1, laterMs);
    assertThat(status().getWithheld()).isEqualTo(1);
    assertThat(status().getOldestWithheldMs()).isEqualTo(laterMs);
    positions("BA1", 7, laterMs + 1);
    assertThat(status().getWithheld()).isZero();
  }

  @Test
  void shouldGoOnCountingWhatIsStillToBeSent() {
    desk = desk(HELD_FOR_A_DAY);
    positions("BA1", 3, NOW);
    quietUntil(NOW + 4 * StatusTable.LACK_ENDS_MS);

    assertThat(status().getWithheld()).isEqualTo(3);
    assertThat(status().getOldestWithheldMs()).isEqualTo(NOW);
  }

  @Test
  void shouldTakeTheEventThatStartsASequenceForWhatItDiscards() {
    desk = desk(LANDED, FIRST_OF_TEN);
    positions("BA1", 3, NOW);
    positions("BA2", 3, NOW);
    desk.receive(Desk.STATUS, "BA1", Events.status(NOW + 10, "LANDED"), NOW + 10);

    assertThat(status().getWithheld()).isEqualTo(2);
    desk.commit();
    desk.restart(NOW + 20);
    assertThat(status().getWithheld()).isEqualTo(2);
  }
}
