package io.windsock.site.apply;

import io.windsock.contracts.position.Stamp;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.Marker;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.status.FaultCounters;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Checks the markers of an output against each other and against the records between them: numbers
 * increase by one, counts add up, as many records arrived as the marker says were sent, and no
 * record has a sequence above the marker's. Owned by the apply thread.
 */
final class MarkerLedger {
  private final SiteRole role;
  private final EventCodec codec;
  private final int markerId;
  private final FaultCounters faults;

  MarkerLedger(SiteRole role, Catalogue catalogue, FaultCounters faults) {
    this.role = role;
    codec = new EventCodec(catalogue);
    markerId = catalogue.id(Marker.class);
    this.faults = faults;
  }

  /**
   * Processes a marker and moves the checkpoint behind it. The first marker of a trimmed log is
   * accepted unchecked.
   *
   * @param ledger the partition's ledger, which is updated
   */
  void receive(PartitionLedger ledger, ConsumerRecord<byte[], byte[]> record)
      throws UndecodableException {
    Marker marker = decode(record.value());
    AppliedMarker applied = applied(marker, record.offset() + 1);
    long before = ledger.marker().number();
    if (before > 0 && marker.getNumber() != before + 1) {
      String what = "marker " + marker.getNumber() + " follows marker " + before;
      faults.count(SiteFault.MARKER_HOLE, record, what);
    } else {
      check(ledger, marker, record);
    }
    ledger.marker(applied);
  }

  private static AppliedMarker applied(Marker marker, long nextOffset) throws UndecodableException {
    long[] next = marker.getStamp().stream().mapToLong(Long::longValue).toArray();
    for (long offset : next) {
      if (offset < 0) {
        throw new UndecodableException("a marker whose stamp has offset " + offset);
      }
    }
    return new AppliedMarker(
        marker.getNumber(),
        nextOffset,
        marker.getHeld(),
        marker.getSequence(),
        marker.getEpoch(),
        marker.getWithheld(),
        marker.getOldestWithheldMs(),
        new Stamp(next));
  }

  private Marker decode(byte @Nullable [] value) throws UndecodableException {
    if (value == null || Framing.schemaId(value) != markerId) {
      throw new UndecodableException("without a key, and not a marker");
    }
    return codec.decode(value, Marker.class);
  }

  private void check(PartitionLedger ledger, Marker marker, ConsumerRecord<?, ?> record) {
    AppliedMarker before = ledger.marker();
    if (ledger.sequence() > marker.getSequence()) {
      String what = "sequence " + ledger.sequence() + " came before " + marker;
      faults.count(SiteFault.SEQUENCE_AHEAD, record, what);
    }
    long received = marker.getReceived();
    long accounted = accounted(marker, before);
    if (received != accounted || marker.getSequence() != before.sequence() + received) {
      String what = received + " received, " + accounted + " accounted for: " + marker;
      faults.count(SiteFault.MARKER_COUNTS, record, what);
    }
    long forwardOrNot = marker.getForwarded() + marker.getNotForwarded() + marker.getDeadLettered();
    if (received != forwardOrNot) {
      String what = received + " received, " + forwardOrNot + " forwarded or not: " + marker;
      faults.count(SiteFault.MARKER_COUNTS, record, what);
    }
    long sent = sent(marker);
    if (sent != ledger.sinceMarker()) {
      String what = sent + " sent, " + ledger.sinceMarker() + " came: " + marker;
      faults.count(SiteFault.MARKER_COUNTS, record, what);
    }
  }

  private static long accounted(Marker marker, AppliedMarker before) {
    long taken = marker.getTaken().values().stream().mapToLong(Long::longValue).sum();
    return marker.getPassed()
        + marker.getCarried()
        + taken
        + marker.getDeadLettered()
        + marker.getHeld()
        - before.held();
  }

  private long sent(Marker marker) {
    return switch (role) {
      case CENTRAL -> marker.getForwarded();
      case MIRROR -> marker.getPassed() + marker.getDerived();
    };
  }
}
