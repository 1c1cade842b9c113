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
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
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
    GenericRecord marker = decode(record.value());
    AppliedMarker applied = applied(marker, record.offset() + 1);
    long number = number(marker, "number");
    long before = ledger.marker().number();
    if (before > 0 && number != before + 1) {
      String what = "marker " + number + " follows marker " + before;
      faults.count(SiteFault.MARKER_HOLE, record, what);
    } else {
      check(ledger, marker, record);
    }
    ledger.marker(applied);
  }

  private static AppliedMarker applied(GenericRecord marker, long nextOffset)
      throws UndecodableException {
    return new AppliedMarker(
        number(marker, "number"),
        nextOffset,
        number(marker, "held"),
        number(marker, "sequence"),
        number(marker, "epoch"),
        number(marker, "withheld"),
        number(marker, "oldestWithheldMs"),
        stamp(marker));
  }

  private static Stamp stamp(GenericRecord marker) throws UndecodableException {
    List<?> components = (List<?>) marker.get("stamp");
    long[] next = new long[components.size()];
    for (int i = 0; i < next.length; i++) {
      next[i] = (Long) components.get(i);
      if (next[i] < 0) {
        throw new UndecodableException("a marker whose stamp has offset " + next[i]);
      }
    }
    return new Stamp(next);
  }

  private GenericRecord decode(byte @Nullable [] value) throws UndecodableException {
    if (value == null || Framing.schemaId(value) != markerId) {
      throw new UndecodableException("without a key, and not a marker");
    }
    return codec.decode(value);
  }

  private void check(PartitionLedger ledger, GenericRecord marker, ConsumerRecord<?, ?> record) {
    AppliedMarker before = ledger.marker();
    if (ledger.sequence() > number(marker, "sequence")) {
      String what = "sequence " + ledger.sequence() + " came before " + marker;
      faults.count(SiteFault.SEQUENCE_AHEAD, record, what);
    }
    long received = number(marker, "received");
    long accounted = accounted(marker, before);
    if (received != accounted || number(marker, "sequence") != before.sequence() + received) {
      String what = received + " received, " + accounted + " accounted for: " + marker;
      faults.count(SiteFault.MARKER_COUNTS, record, what);
    }
    long forwardOrNot =
        number(marker, "forwarded")
            + number(marker, "notForwarded")
            + number(marker, "deadLettered");
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

  private static long accounted(GenericRecord marker, AppliedMarker before) {
    return number(marker, "passed")
        + number(marker, "carried")
        + taken(marker)
        + number(marker, "deadLettered")
        + number(marker, "held")
        - before.held();
  }

  private long sent(GenericRecord marker) {
    return switch (role) {
      case CENTRAL -> number(marker, "forwarded");
      case MIRROR -> number(marker, "passed") + number(marker, "derived");
    };
  }

  private static long taken(GenericRecord marker) {
    long taken = 0;
    for (Object count : ((Map<?, ?>) marker.get("taken")).values()) {
      taken += (Long) count;
    }
    return taken;
  }

  private static long number(GenericRecord marker, String field) {
    return (Long) marker.get(field);
  }
}
