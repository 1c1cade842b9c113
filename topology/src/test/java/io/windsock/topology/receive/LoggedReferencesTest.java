package io.windsock.topology.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.history.Reference;
import io.windsock.topology.Events;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Held events are logged by reference at first, and read from the source after a restart. */
class LoggedReferencesTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final String TEXT = "x".repeat(500);
  private static final String LATEST =
      "rules: [{name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 10,"
          + " maxHold: 1h}]";

  private final Sent sent = new Sent();
  private final Desk desk = new Desk(Desk.rules(LATEST), new Markers(1000, 500), sent, NOW);

  private void position(String key, long nowMs) {
    desk.receive(Desk.POSITIONS, key, Events.position(nowMs, TEXT), nowMs);
  }

  @Test
  void shouldLogAHeldEventByReferenceAndWithItsBytesOnceItIsHeldForLonger() {
    position("BA1", NOW);
    desk.commit();
    assertThat(references("BA1")).extracting(Reference::offset).containsExactly(0L);
    assertThat(size("BA1")).isLessThan(TEXT.length());
    position("BA2", NOW + LoggedReferences.REFER_MS - 1);
    desk.commit();
    assertThat(references("BA1")).hasSize(1);

    position("BA2", NOW + LoggedReferences.REFER_MS);
    desk.commit();

    assertThat(references("BA1")).isEmpty();
    assertThat(size("BA1")).isGreaterThan(TEXT.length());
    assertThat(references("BA2")).extracting(Reference::offset).containsExactly(2L);
  }

  @Test
  void shouldLogItWithItsBytesAlsoIfItsHistoryChangesAllTheTime() {
    position("BA1", NOW);
    desk.commit();
    for (long ms = NOW + 100; ms < NOW + LoggedReferences.REFER_MS; ms += 500) {
      desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW - 1, TEXT), ms); // superseded
      desk.commit();
      assertThat(references("BA1")).extracting(Reference::offset).containsExactly(0L);
    }

    long later = NOW + LoggedReferences.REFER_MS;
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW - 1, TEXT), later);
    desk.commit();

    assertThat(references("BA1")).isEmpty();
    assertThat(size("BA1")).isGreaterThan(TEXT.length());
  }

  @Test
  void shouldLogItWithItsBytesOnceManyRecordsHaveFollowed() {
    position("BA1", NOW);
    desk.commit();
    for (int i = 1; i < LoggedReferences.REFER_RECORDS; i++) {
      desk.receive(Desk.STATUS, "BA2", Events.status(NOW, "OFF"), NOW);
    }
    desk.commit();
    assertThat(references("BA1")).hasSize(1);

    desk.receive(Desk.STATUS, "BA2", Events.status(NOW, "OFF"), NOW);
    desk.commit();

    assertThat(references("BA1")).isEmpty();
    assertThat(size("BA1")).isGreaterThan(TEXT.length());
  }

  @Test
  void shouldNotReferToAnEventThatWasReceivedLongAgoWhateverChangesItsHistory() {
    position("BA1", NOW);
    for (int i = 0; i <= LoggedReferences.REFER_RECORDS; i++) {
      desk.receive(Desk.STATUS, "BA2", Events.status(NOW, "OFF"), NOW);
    }
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW - 1, TEXT), NOW); // superseded

    desk.commit();

    assertThat(references("BA1")).isEmpty();
    assertThat(size("BA1")).isGreaterThan(TEXT.length());
  }

  @Test
  void shouldLogItWithItsBytesOnceItWasReadAgain() {
    position("BA1", NOW);
    desk.commit();

    desk.restart(NOW + 10);
    desk.commit();

    assertThat(references("BA1")).isEmpty();
    assertThat(size("BA1")).isGreaterThan(TEXT.length());
    desk.trimSources();
    desk.restart(NOW + 20);
    assertThat(desk.receiver.lost()).isEmpty();
    desk.receiver.tick(NOW + 3_600_000);
    assertThat(sent.mirroredEvents()).hasSize(1);
  }

  @Test
  void shouldLoseNothingIfTheSourceCanNotBeReadAtOnce() {
    position("BA1", NOW);
    desk.commit();
    StatusTable table = desk.unopened();
    assertThatThrownBy(
            () ->
                table.open(
                    wanted -> {
                      throw new IllegalStateException("the broker is away");
                    }))
        .hasMessage("the broker is away");

    desk.open(table);

    assertThat(Desk.content(table)).isEqualTo(Desk.content(desk.table));
    assertThat(table.lost()).isEmpty();
  }

  @Test
  void shouldLogItWithItsBytesOnceOtherRulesAreInForce() {
    position("BA1", NOW);
    desk.commit();
    desk.offer(1, Desk.rules(LATEST.replace("length: 10", "length: 20")), 1000, 0);

    desk.receiver.takeParameters(NOW + 10);
    desk.commit();

    assertThat(references("BA1")).isEmpty();
    desk.trimSources();
    desk.restart(NOW + 20);
    assertThat(desk.receiver.lost()).isEmpty();
  }

  @Test
  void shouldTellWhatTheSourceNoLongerHas() {
    position("BA1", NOW);
    position("BA2", NOW);
    desk.commit();

    desk.trimSources();
    desk.restart(NOW + 10);

    assertThat(desk.receiver.lost())
        .extracting(Reference::offset)
        .containsExactlyInAnyOrder(0L, 1L);
    assertAddsUp(2);
    desk.commit();
    desk.restart(NOW + 30);
    assertThat(desk.receiver.lost()).isEmpty();
  }

  @Test
  void shouldNotTakeAnotherRecordForIt() {
    position("BA1", NOW);
    desk.commit();

    desk.replaceSources();
    desk.restart(NOW + 10);

    assertThat(desk.receiver.lost()).hasSize(1);
    assertAddsUp(1);
  }

  /** Mirrors go without these events, but lack them until the keys' next ones. */
  private void assertAddsUp(long events) {
    desk.receiver.tick(NOW + 1_000);
    GenericRecord marker = sent.markers().get(sent.markers().size() - 1);
    assertThat(marker.get("received")).isEqualTo(events);
    assertThat(marker.get("held")).isEqualTo(0L);
    assertThat(marker.get("taken")).isEqualTo(Map.of("former rules", events));
    assertThat(marker.get("withheld")).isEqualTo(events);
    assertThat(sent.mirroredEvents()).isEmpty();
  }

  private byte[] row(String key) {
    return Objects.requireNonNull(desk.logRows().get(key));
  }

  private int size(String key) {
    return row(key).length;
  }

  private List<Reference> references(String key) {
    List<Reference> all = new ArrayList<>();
    var unused =
        KeyHistory.decode(
            Events.key(key),
            row(key),
            desk.rules.layout(),
            (reference, held) -> {
              all.add(reference);
              return null;
            });
    return all;
  }
}
