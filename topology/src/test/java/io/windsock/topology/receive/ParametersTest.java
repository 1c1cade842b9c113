package io.windsock.topology.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.rules.config.RuleSet;
import io.windsock.topology.Events;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** A receiver takes over parameters at a marker, and finds them again after a restart. */
class ParametersTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final RuleSet FIRST_OF_TEN =
      Desk.rules(
          "rules: [{name: p, rule: overwrite, type: FlightPosition, mode: first, length: 10}]");
  private static final RuleSet FIRST_OF_TWO =
      Desk.rules(
          "rules: [{name: p, rule: overwrite, type: FlightPosition, mode: first, length: 2}]");
  private static final RuleSet LATEST =
      Desk.rules(
          "rules: [{name: l, rule: overwrite, type: FlightPosition, mode: latest, length: 9,"
              + " maxHold: 1h}]");
  private static final RuleSet NONE = Desk.rules("rules: []");

  private final Sent sent = new Sent();
  private final Desk desk = new Desk(FIRST_OF_TEN, new Markers(1_000, 1_000_000), sent, NOW);

  private void positions(int count) {
    for (int i = 0; i < count; i++) {
      desk.receive(Desk.POSITIONS, "BA1", Events.position(NOW), NOW);
    }
  }

  private GenericRecord lastMarker() {
    List<GenericRecord> markers = sent.markers();
    return markers.get(markers.size() - 1);
  }

  @Test
  void shouldChangeAtAMarkerThatCarriesTheNewEpoch() {
    positions(3);
    desk.offer(7, FIRST_OF_TWO, 4, 0);

    desk.receiver.takeParameters(NOW);

    GenericRecord marker = lastMarker();
    assertThat(marker.get("epoch")).isEqualTo(7L);
    assertThat(marker.get("received")).isEqualTo(3L);
    assertThat(marker.get("taken")).hasToString("{p=2}");
    assertThat(marker.get("withheld")).isEqualTo(2L);
    assertThat(marker.get("oldestWithheldMs")).isEqualTo(NOW);
    // Three of ten were in the run: under a length of two it is full, so the next begins a new one.
    positions(4);
    assertThat(sent.markers()).hasSize(2);
    assertThat(lastMarker().get("passed")).isEqualTo(2L);
  }

  @Test
  void shouldRefuseAnEpochThatIsNotNewer() {
    desk.offer(7, NONE, 50, 0);
    desk.receiver.takeParameters(NOW);
    desk.offer(6, FIRST_OF_TEN, 50, 0);
    desk.receiver.takeParameters(NOW);
    desk.offer(7, FIRST_OF_TEN, 50, 0);
    desk.receiver.takeParameters(NOW);

    positions(4);

    assertThat(sent.mirroredEvents()).hasSize(4);
    assertThat(sent.markers()).hasSize(1);
  }

  @Test
  void shouldGoOnUnderItsParametersAfterARestart() {
    desk.offer(7, FIRST_OF_TWO, 5, 0);
    desk.receiver.takeParameters(NOW);
    positions(3);
    desk.commit();
    desk.withdraw();

    desk.restart(NOW);

    positions(3);
    assertThat(sent.mirroredEvents()).hasSize(3);
    assertThat(sent.markers()).hasSize(2);
    assertThat(lastMarker().get("epoch")).isEqualTo(7L);
  }

  @Test
  void shouldSendWhatARuleWithheldThatIsGone() {
    desk.offer(1, LATEST, 50, 0);
    desk.receiver.takeParameters(NOW);
    positions(3);
    assertThat(sent.mirroredEvents()).isEmpty();
    desk.offer(2, NONE, 50, 0);

    desk.receiver.takeParameters(NOW);

    assertThat(sent.mirroredEvents()).hasSize(1);
    desk.receiver.tick(NOW + 2_000_000);
    assertThat(lastMarker().get("withheld")).isEqualTo(0L);
    assertThat(lastMarker().get("held")).isEqualTo(0L);
    assertThat(lastMarker().get("passed")).isEqualTo(1L);
  }

  @Test
  void shouldNotMakeAnEventLaterAgainByARestart() {
    desk.offer(1, LATEST, 50, 0);
    desk.receiver.takeParameters(NOW);
    positions(1);
    desk.commit();
    desk.offer(2, Desk.rules(LATEST.text().replace("1h", "10s")), 50, 0);
    desk.receiver.takeParameters(NOW);
    desk.commit();

    desk.restart(NOW + 9_000);

    desk.receiver.tick(NOW + 9_999);
    assertThat(sent.mirroredEvents()).isEmpty();
    desk.receiver.tick(NOW + 10_000);
    assertThat(sent.mirroredEvents()).hasSize(1);
  }

  @Test
  void shouldSendAllThatIsWithheldWhenMirrorIsCalled() {
    desk.offer(1, LATEST, 50, 0);
    desk.receiver.takeParameters(NOW);
    positions(3);
    desk.offer(2, LATEST, 50, 1);

    desk.receiver.takeParameters(NOW);

    assertThat(sent.mirroredEvents()).hasSize(1);
    positions(3);
    assertThat(sent.mirroredEvents()).hasSize(1);
  }

  @Test
  void shouldRefuseWhatItCanNotCarryOut() {
    ParametersReader reader = new ParametersReader(Events.CATALOGUE);
    String essential =
        "rules: [{name: s, rule: overwrite, type: FlightStatus, mode: first, length: 3}]";

    assertThatThrownBy(() -> reader.read(Events.parameters(1, NONE, "nobodys", 50, 0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("nobodys");
    assertThatThrownBy(() -> reader.read(Events.parameters(1, NONE, "", 0, 0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("checkpointEvery is 0");
    assertThatThrownBy(() -> reader.read(Events.parameters(0, NONE, "", 50, 0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("epoch 0");
    assertThatThrownBy(() -> reader.read(Events.parameters(1, essential, "", 50, 0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("FlightStatus is essential");
    assertThatThrownBy(() -> reader.read(Events.position(NOW)))
        .isInstanceOf(UndecodableException.class);
  }
}
