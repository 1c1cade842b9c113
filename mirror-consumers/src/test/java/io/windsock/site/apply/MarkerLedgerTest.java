package io.windsock.site.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Stamp;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.Marker;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.status.FaultCounters;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkerLedgerTest {
  private final EventCodec codec = new EventCodec(OutputLog.CATALOGUE);
  private final FaultCounters faults = new FaultCounters("test");
  private final PartitionLedger ledger;
  private long offset;

  MarkerLedgerTest(@TempDir Path dir) {
    DiskStamp stamp = new DiskStamp("c", "t", "id", 1, "d");
    try (SiteState state = SiteState.open(dir, stamp, 1, 8L << 20, Rebuild.NEVER);
        SiteSnapshot snapshot = state.snapshot()) {
      ledger = snapshot.ledgers().get(0);
    }
  }

  @BeforeEach
  void begin() throws Exception {
    came(5);
    receive(SiteRole.MIRROR, marker(1, 10, 10, 4, 3, 1, 2, 1));
    assertThat(faults.all()).isEmpty();
  }

  /** Received in all, received, passed, carried, derived, taken, held at this marker. */
  private static Marker marker(
      long number,
      long sequence,
      long received,
      long passed,
      long carried,
      long derived,
      long taken,
      long held) {
    return Marker.newBuilder()
        .setNumber(number)
        .setPartition(0)
        .setEpoch(3)
        .setStamp(List.of(sequence))
        .setSequence(sequence)
        .setReceived(received)
        .setForwarded(received)
        .setNotForwarded(0)
        .setPassed(passed)
        .setCarried(carried)
        .setDerived(derived)
        .setDeadLettered(0)
        .setHeld(held)
        .setWithheld(7)
        .setOldestWithheldMs(1_700)
        .setTaken(Map.of("overwrite", taken))
        .build();
  }

  private void came(int records) {
    for (int i = 0; i < records; i++) {
      ledger.received();
    }
  }

  private void receive(SiteRole role, Marker marker) throws Exception {
    byte[] value = codec.encode(OutputLog.CATALOGUE.type("Marker"), marker);
    new MarkerLedger(role, OutputLog.CATALOGUE, faults)
        .receive(ledger, new ConsumerRecord<>("t", 0, offset++, null, value));
  }

  @Test
  void shouldMoveTheCheckpointBehindTheMarker() throws Exception {
    came(2);
    receive(SiteRole.MIRROR, marker(2, 13, 3, 2, 0, 0, 1, 1));

    assertThat(faults.all()).isEmpty();
    assertThat(ledger.marker().checkpoint()).isEqualTo(2);
    assertThat(ledger.marker().number()).isEqualTo(2);
    assertThat(ledger.sinceMarker()).isZero();
  }

  @Test
  void shouldKeepWhatTheMarkerSaysOfStampEpochAndStaleness() throws Exception {
    came(2);
    receive(SiteRole.MIRROR, marker(2, 13, 3, 2, 0, 0, 1, 1));

    assertThat(ledger.marker())
        .isEqualTo(new AppliedMarker(2, 2, 1, 13, 3, 7, 1_700, new Stamp(new long[] {13})));
    assertThat(ledger.sequence()).isEqualTo(13);
  }

  @Test
  void shouldFindAnEventThatWasNeitherForwardedNorKeptBack() throws Exception {
    came(2);
    Marker marker = marker(2, 13, 3, 2, 0, 0, 1, 1);
    marker.setForwarded(1);
    marker.setNotForwarded(1);
    receive(SiteRole.MIRROR, marker);

    assertThat(faults.all()).containsOnlyKeys(SiteFault.MARKER_COUNTS);
  }

  @Test
  void shouldAcceptWhatTheForwardingFunctionKeepsBack() throws Exception {
    came(2);
    Marker marker = marker(2, 13, 3, 2, 0, 0, 1, 1);
    marker.setForwarded(1);
    marker.setNotForwarded(2);
    receive(SiteRole.MIRROR, marker);

    assertThat(faults.all()).isEmpty();
  }

  @Test
  void shouldAcceptThatWhatWasHeldIsReleased() throws Exception {
    came(1);
    receive(SiteRole.MIRROR, marker(2, 10, 0, 1, 0, 0, 0, 0));

    assertThat(faults.all()).isEmpty();
  }

  @Test
  void shouldAcceptAnEventThatWasReceivedBeforeTheLastMarker() throws Exception {
    came(1);
    ledger.reached(9, 0);
    receive(SiteRole.MIRROR, marker(2, 10, 0, 1, 0, 0, 0, 0));

    assertThat(faults.all()).isEmpty();
    assertThat(ledger.sequence()).isEqualTo(10);
  }

  @Test
  void shouldFindAnEventOfASequenceThatItsMarkerDoesNotCover() throws Exception {
    came(1);
    ledger.reached(11, 0);
    receive(SiteRole.MIRROR, marker(2, 10, 0, 1, 0, 0, 0, 0));

    assertThat(faults.all()).containsOnlyKeys(SiteFault.SEQUENCE_AHEAD);
  }

  @Test
  void shouldFindAMissingMarker() throws Exception {
    receive(SiteRole.MIRROR, marker(3, 10, 0, 0, 0, 0, 0, 1));

    assertThat(faults.all()).containsOnlyKeys(SiteFault.MARKER_HOLE);
  }

  @Test
  void shouldFindAnEventThatIsAccountedForNowhere() throws Exception {
    came(2);
    receive(SiteRole.MIRROR, marker(2, 14, 4, 2, 0, 0, 1, 1));

    assertThat(faults.all()).containsOnlyKeys(SiteFault.MARKER_COUNTS);
  }

  @Test
  void shouldFindARecordThatDidNotCome() throws Exception {
    came(1);
    receive(SiteRole.MIRROR, marker(2, 13, 3, 2, 0, 0, 1, 1));

    assertThat(faults.all()).containsOnlyKeys(SiteFault.MARKER_COUNTS);
  }

  @Test
  void shouldHoldTheCentralSiteAgainstWhatWasForwarded() throws Exception {
    came(3);
    receive(SiteRole.CENTRAL, marker(2, 13, 3, 2, 0, 0, 1, 1));

    assertThat(faults.all()).isEmpty();
  }
}
