package io.windsock.topology.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Framing;
import io.windsock.rules.config.RuleSet;
import io.windsock.topology.Events;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReceiverTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final Markers NEVER = new Markers(1_000_000, 1_000_000_000);

  private static final String FIRST_OF_TEN =
      "rules: [{name: first10, rule: overwrite, type: FlightPosition, mode: first, length: 10}]";
  private static final String LATEST =
      "rules: [{name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 10,"
          + " maxHold: 2s}]";

  private final Sent sent = new Sent();

  @Test
  void shouldForwardEveryEventAndMirrorTheFirstOfTen() {
    Desk desk = new Desk(Desk.rules(FIRST_OF_TEN), NEVER, sent, NOW);
    for (int i = 0; i < 25; i++) {
      desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW + i), NOW + i);
    }
    desk.receive(Desk.STATUS, "BA1", Events.status(NOW, "LANDED"), NOW);

    assertThat(sent.forwardedEvents()).hasSize(26);
    assertThat(sent.mirroredEvents().stream().map(Sent.Row::sequence))
        .containsExactly(1L, 11L, 21L, 26L);
    assertThat(sent.mirroredEvents().get(1).value()).isEqualTo(Events.position(NOW + 10));
    assertThat(sent.mirroredEvents().get(1).appendTimeMs()).isEqualTo(NOW + 10);
  }

  @Test
  void shouldTellForHowLongARuleWithheldAnEvent() {
    String rules = "rules: [{name: c, rule: coalesce, types: [FlightStatus], max: 3, maxHold: 2s}]";
    Desk desk = new Desk(Desk.rules(rules), NEVER, sent, NOW);
    for (long i = 0; i < 4; i++) {
      desk.receive(Desk.STATUS, "BA1", Events.status(NOW, "LANDED"), NOW + 100 * i);
    }
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW), NOW + 400);
    desk.receiver.tick(NOW + 5_000);

    // The third status lets go of the first, the clock of the fourth; the position does not wait.
    assertThat(sent.withheldMs).containsExactly(200L, 0L, 4_700L);
  }

  /** Rules, and the sequences of what is mirrored of {@link #receiveFive}, in order. */
  static List<Arguments> mirroredSequences() {
    String held = "maxHold: 20s}]";
    return List.of(
        Arguments.of("released by the clock", LATEST, List.of(2L, 4L, 5L, 3L)),
        Arguments.of(
            "coalesced",
            "rules: [{name: c, rule: coalesce, types: [FlightPosition, FlightStatus], max: 9, "
                + held,
            List.of(5L, 4L)),
        Arguments.of(
            "coalesced, of which one part is left",
            "rules: [{name: c, rule: coalesce, types: [FlightPosition], max: 9, " + held,
            List.of(2L, 4L, 5L, 3L)),
        Arguments.of(
            "a tuple that an earlier event completes",
            """
            rules:
              - {name: l, rule: overwrite, type: FlightPosition, mode: latest, length: 9, maxHold: 9s}
              - name: t
                rule: complex-tuple
                parts:
                  - {name: at, type: FlightPosition}
                  - {name: landed, type: FlightStatus, when: status == 'LANDED'}
                derive: FlightArrived
                fields: {landedAt: landed.eventTime, atGateAt: at.eventTime}
                ttl: 30m
            """,
            List.of(2L, 4L, 5L, 3L, 5L)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mirroredSequences")
  void shouldMirrorWithTheHighestSequenceOfTheEventsInARecord(
      String name, String rules, List<Long> sequences) {
    Desk desk = new Desk(Desk.rules(rules), NEVER, sent, NOW);
    receiveFive(desk);

    assertThat(sent.forwardedEvents().stream().map(Sent.Row::sequence))
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(sent.mirroredEvents().stream().map(Sent.Row::sequence))
        .as(name)
        .containsExactlyElementsOf(sequences);
  }

  /** Of one leg two positions among two statuses, of another a status; then time passes. */
  private static void receiveFive(Desk desk) {
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW), NOW);
    desk.receive(Desk.STATUS, "BA1", Events.status(NOW, "OFF"), NOW);
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW + 1), NOW);
    desk.receive(Desk.STATUS, "BA2", Events.status(NOW, "OFF"), NOW);
    desk.receive(Desk.STATUS, "BA1", Events.status(NOW + 2, "LANDED"), NOW);
    desk.receiver.tick(NOW + 10_000);
    desk.receiver.tick(NOW + 21_000);
  }

  @Test
  void shouldMovePastLostRecordsOnceAndCountNoneOfThem() {
    Desk desk = new Desk(Desk.rules(FIRST_OF_TEN), NEVER, sent, NOW);
    for (int i = 0; i < 5; i++) {
      desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW + i), NOW + i);
    }

    assertThat(desk.receiver.lose(Desk.POSITIONS, 5, 20)).isEqualTo(5);
    assertThat(desk.receiver.lose(Desk.POSITIONS, 5, 20)).as("again").isEqualTo(20);
    assertThat(desk.receiver.lose(Desk.POSITIONS, 15, 30)).as("overlapping").isEqualTo(20);
    desk.commit();
    desk.restart(NOW);

    assertThat(desk.receiver.lose(Desk.POSITIONS, 5, 30)).as("after a restart").isEqualTo(30);
    assertThat(desk.receiver.received(Desk.POSITIONS)).isEqualTo(30);
    assertThat(desk.receiver.received(Desk.STATUS)).isZero();
    assertThat(desk.receiver.status().sample().getSequence()).isEqualTo(5);
  }

  @Test
  void shouldKeepTheHistoryOfEachKeyApart() {
    Desk desk = new Desk(Desk.rules(FIRST_OF_TEN), NEVER, sent, NOW);
    for (int i = 0; i < 20; i++) {
      desk.receive(Desk.POSITIONS, "BA" + i % 4, Events.position(NOW + i), NOW + i);
    }

    assertThat(sent.mirroredEvents().stream().map(Sent.Row::sequence))
        .containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void shouldWriteAMarkerToBothOutputsAfterSoManySentEvents() {
    Desk desk = new Desk(Desk.rules(FIRST_OF_TEN), new Markers(50, 1_000), sent, NOW);
    for (int i = 0; i < 120; i++) {
      desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW + i), NOW + i);
    }

    assertThat(sent.forwarded.get(50).isMarker()).isTrue();
    assertThat(sent.forwarded.get(101).isMarker()).isTrue();
    List<GenericRecord> markers = sent.markers();
    assertThat(markers).hasSize(2);
    GenericRecord second = markers.get(1);
    assertThat(second.get("number")).isEqualTo(2L);
    assertThat(second.get("partition")).isEqualTo(3);
    assertThat(second.get("sequence")).isEqualTo(100L);
    assertThat(second.get("stamp")).isEqualTo(List.of(100L, 0L, 0L, 0L, 0L));
    assertThat(second.get("received")).isEqualTo(50L);
    assertThat(second.get("forwarded")).isEqualTo(50L);
    assertThat(second.get("passed")).isEqualTo(5L);
    assertThat(second.get("taken")).hasToString("{first10=45}");
    assertThat(sent.forwarded.get(101).appendTimeMs()).isEqualTo(NOW + 99);
  }

  @Test
  void shouldWriteAnIdleMarkerOnlyWhenSomethingHappened() {
    Desk desk = new Desk(Desk.rules(FIRST_OF_TEN), new Markers(50, 500), sent, NOW);
    desk.receiver.tick(NOW + 600);
    assertThat(sent.markers()).isEmpty();

    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW), NOW + 700);
    assertThat(desk.receiver.isQuiet()).isFalse();
    desk.receiver.tick(NOW + 750);
    assertThat(sent.markers()).hasSize(1);
    assertThat(desk.receiver.isQuiet()).isTrue();

    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW), NOW + 800);
    desk.receiver.tick(NOW + 1_249);
    assertThat(sent.markers()).hasSize(1);
    desk.receiver.tick(NOW + 1_250);
    desk.receiver.tick(NOW + 9_999);
    assertThat(sent.markers()).hasSize(2);
  }

  @Test
  void shouldSendWhatWasHeldWhenItIsDue() {
    Desk desk = new Desk(Desk.rules(LATEST), new Markers(50, 100), sent, NOW);
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW), NOW);
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW + 5), NOW + 5);
    desk.receiver.tick(NOW + 1_999);
    assertThat(sent.mirroredEvents()).isEmpty();
    assertThat(desk.receiver.isQuiet()).isFalse();

    desk.receiver.tick(NOW + 2_000);

    assertThat(sent.mirroredEvents()).hasSize(1);
    assertThat(sent.mirroredEvents().get(0).value()).isEqualTo(Events.position(NOW + 5));
    assertThat(sent.mirroredEvents().get(0).sequence()).isEqualTo(2);
    desk.receiver.tick(NOW + 2_099);
    GenericRecord first = sent.markers().get(0);
    assertThat(first.get("held")).isEqualTo(1L);
    GenericRecord last = sent.markers().get(1);
    assertThat(last.get("received")).isEqualTo(0L);
    assertThat(last.get("passed")).isEqualTo(1L);
    assertThat(last.get("held")).isEqualTo(0L);
    assertThat(desk.receiver.isQuiet()).isTrue();
  }

  static List<Arguments> badRecords() {
    byte[] good = Events.position(NOW);
    byte[] key = Events.key("BA1");
    byte[] longKey = new byte[Limits.MAX_KEY_BYTES + 1];
    Arrays.fill(longKey, (byte) 'k');
    byte[] badBranch = good.clone();
    badBranch[Framing.HEADER_BYTES + 6 + 16] = 9;
    return List.of(
        Arguments.of(null, good, "no key"),
        Arguments.of(new byte[0], good, "no key"),
        Arguments.of(longKey, good, "a key of 1025 bytes; at most 1024"),
        Arguments.of(new byte[] {'a', (byte) 0xff}, good, "a key that is not UTF-8"),
        Arguments.of(key, null, "no value"),
        Arguments.of(key, new byte[1001], "oversized: 1001 bytes; at most 1000"),
        Arguments.of(key, new byte[0], "not in the Confluent framing"),
        Arguments.of(
            key, "{\"a\": 1}".getBytes(StandardCharsets.UTF_8), "not in the Confluent framing"),
        Arguments.of(key, Framing.frame(4711, new byte[8]), "unknown schema id 4711"),
        Arguments.of(key, Framing.frame(190, new byte[8]), "unknown schema id 190"),
        Arguments.of(key, Framing.frame(1, new byte[8]), "Marker is not a source event"),
        Arguments.of(key, Framing.frame(2, new byte[8]), "CoalescedUpdate is not a source event"),
        Arguments.of(key, Framing.frame(151, new byte[8]), "FlightArrived is not a source event"),
        Arguments.of(
            key,
            Events.status(NOW, "LANDED"),
            "FlightStatus belongs to stream status, not positions"),
        Arguments.of(
            key,
            Arrays.copyOf(good, good.length - 2),
            "undecodable: FlightPosition#101: cut short"),
        Arguments.of(
            key,
            Arrays.copyOf(good, good.length + 3),
            "undecodable: FlightPosition#101: bytes follow the end of the record"),
        Arguments.of(
            key,
            badBranch,
            "undecodable: FlightPosition#101: a union branch that its schema does not have"),
        Arguments.of(
            key,
            Events.position(NOW + 60_001),
            "future-dated: event time " + (NOW + 60_001) + ", appended " + NOW));
  }

  @ParameterizedTest
  @MethodSource("badRecords")
  void shouldDeadLetterWhatIsNoEventAndGoOn(byte[] key, byte[] value, String reason) {
    Desk desk = new Desk(Desk.rules(FIRST_OF_TEN), new Markers(50, 100), sent, NOW);
    desk.receive(Desk.POSITIONS, key, value, NOW, NOW);
    desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW + 60_000), NOW);
    desk.receiver.tick(NOW + 100);

    assertThat(sent.reasons).containsExactly(reason);
    assertThat(sent.forwardedEvents()).hasSize(1);
    assertThat(sent.mirroredEvents()).hasSize(1);
    GenericRecord marker = sent.markers().get(0);
    assertThat(marker.get("received")).isEqualTo(2L);
    assertThat(marker.get("deadLettered")).isEqualTo(1L);
    assertThat(marker.get("passed")).isEqualTo(1L);
  }

  @Test
  void shouldAdmitAKeyOfAnyUtf8() {
    Desk desk = new Desk(RuleSet.mirrorEverything(Events.CATALOGUE), NEVER, sent, NOW);
    desk.receive(Desk.POSITIONS, "Zürich-航班", Events.position(NOW), NOW);

    assertThat(sent.reasons).isEmpty();
    assertThat(sent.mirroredEvents()).hasSize(1);
  }

  @Test
  void shouldRememberNothingOfKeysThatNoRuleSpeaksOf() {
    Desk desk = new Desk(RuleSet.mirrorEverything(Events.CATALOGUE), NEVER, sent, NOW);
    for (int i = 0; i < 100; i++) {
      desk.receive(Desk.POSITIONS, "BA" + i, Events.position(NOW), NOW);
    }
    desk.commit();

    assertThat(desk.table.size()).isZero();
    assertThat(desk.logged()).as("the accounts alone").isEqualTo(1);
  }
}
