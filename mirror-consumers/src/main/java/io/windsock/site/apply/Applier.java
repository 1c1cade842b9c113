package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.ede.Applied;
import io.windsock.ede.DerivedEvent;
import io.windsock.ede.Ede;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.StateWriter;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.status.FaultCounters;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.BatchUpdates;
import io.windsock.site.update.KeyEntry;
import io.windsock.site.update.KeyStore;
import io.windsock.site.update.PartitionLedgers;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.ViewIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Applies the records of an output topic to a site's state. It is independent of the records'
 * source, and the resulting state does not depend on how they are split into batches. Owned by the
 * apply thread.
 *
 * <pre>
 * begin ──▶ receive (record) … ──▶ end: one write, and the updates for listeners
 * </pre>
 */
public final class Applier {
  private final SiteState state;
  private final StateWriter writer;
  private final SiteListeners listeners;
  private final FaultCounters faults;
  private final EventTypes types;
  private final MarkerLedger markers;
  private final PartitionLedgers ledgers;
  private final Ede ede;
  private final ViewIndex views;
  private final KeyStore keys;
  private final List<KeyEntry> dirty = new ArrayList<>();
  private final BatchUpdates updates = new BatchUpdates();
  private final long[] lastSequence;
  private final boolean risingSequence;
  private final int versionField;
  private boolean live;
  private int received;

  /** Continues from the position of {@code state}. */
  public Applier(SiteState state, ApplyOptions options, SiteListeners listeners) {
    this.state = state;
    this.listeners = listeners;
    faults = listeners.faults();
    SiteDomain domain = options.domain();
    writer = state.writer();
    types = new EventTypes(domain.catalogue());
    markers = new MarkerLedger(options.role(), domain.catalogue(), faults);
    ledgers = new PartitionLedgers(state, EventTypes.ids(domain.catalogue()));
    ede = new Ede(domain.ede());
    views = new ViewIndex(domain.ede().views(), writer);
    keys = new KeyStore(writer, ede, views, ledgers, options.following().cachedKeys());
    lastSequence = new long[ledgers.partitions()];
    risingSequence = options.role() == SiteRole.CENTRAL;
    versionField = domain.catalogue().stateType().current().schema().getField("version").pos();
  }

  /**
   * Begins a batch.
   *
   * @param caughtUp whether the site has caught up with the log
   */
  public void begin(boolean caughtUp) {
    updates.begin(listeners.wantUpdates());
    live = caughtUp;
    received = 0;
  }

  /** Applies the next record of a partition: an event, or a marker. */
  public void receive(ConsumerRecord<byte[], byte[]> record) {
    received++;
    ledgers.received(record.partition(), record.offset());
    PartitionLedger ledger = ledgers.change(record.partition());
    try {
      if (record.key() == null) {
        markers.receive(ledger, record);
      } else {
        ledger.received();
        event(ledger, record);
      }
    } catch (UndecodableException e) {
      faults.count(SiteFault.UNDECODABLE, record, e.getMessage());
    }
  }

  /**
   * Records the epoch of the leader that appended the last record received in a partition. Call it
   * before {@link #end}.
   */
  void led(int partition, Optional<Integer> leaderEpoch) {
    ledgers.led(partition, leaderEpoch);
  }

  private void event(PartitionLedger ledger, ConsumerRecord<byte[], byte[]> record)
      throws UndecodableException {
    byte[] value = record.value();
    EventType type = value == null ? null : types.find(Framing.schemaId(value));
    if (type == null) {
      throw new UndecodableException("of no known event type");
    }
    Header sequence = record.headers().lastHeader(EventHeaders.SEQUENCE);
    if (sequence == null || !EventHeaders.isSequence(sequence.value())) {
      faults.count(SiteFault.NO_SEQUENCE, record, "can't be given a version");
      return;
    }
    long number = EventHeaders.sequence(sequence.value());
    checkSequence(record, number);
    ledger.reached(number, record.timestamp());
    KeyEntry entry = keys.entry(record.key());
    checkPartition(entry, record);
    Applied applied = apply(entry, value, number);
    ledger.applied(type.ordinal());
    note(entry, record, applied.state());
    report(entry, applied.state(), applied.derived());
  }

  /**
   * Checks the order of sequences. Forwarded events arrive in the order received; those of the
   * mirror topic may have been withheld.
   */
  private void checkSequence(ConsumerRecord<byte[], byte[]> record, long sequence) {
    int partition = record.partition();
    if (risingSequence && sequence < lastSequence[partition]) {
      String what = "sequence " + sequence + " after " + lastSequence[partition];
      faults.count(SiteFault.SEQUENCE_FELL, record, what);
    }
    lastSequence[partition] = sequence;
  }

  private void checkPartition(KeyEntry entry, ConsumerRecord<byte[], byte[]> record) {
    if (entry.state != null && entry.partition != record.partition()) {
      String what = "key '" + entry.text + "' was in partition " + entry.partition;
      faults.count(SiteFault.KEY_MOVED, record, what);
    }
  }

  private Applied apply(KeyEntry entry, byte[] value, long sequence) throws UndecodableException {
    Applied applied = ede.apply(entry.state, value, sequence);
    entry.state = applied.state();
    if (!entry.dirty) {
      entry.dirty = true;
      dirty.add(entry);
    }
    return applied;
  }

  private void note(KeyEntry entry, ConsumerRecord<byte[], byte[]> record, GenericRecord state) {
    entry.partition = record.partition();
    entry.offset = record.offset();
    entry.version = (Long) state.get(versionField);

    Header withheld = record.headers().lastHeader(EventHeaders.WITHHELD);
    long withheldMs = withheld == null ? 0 : EventHeaders.withheld(withheld.value());
    entry.lastInBatch = updates.event(record.timestamp() + withheldMs);
  }

  private void report(KeyEntry entry, GenericRecord now, List<DerivedEvent> derived) {
    if (!updates.eachEvent()) {
      entry.addDerived(derived);
      return;
    }
    @Nullable String[] before =
        entry.reportedGroups == null ? views.storedGroups(entry) : entry.reportedGroups;
    @Nullable String[] after = views.groups(now);
    entry.reportedGroups = after;
    updates.add(entry, now, derived, before, after);
  }

  /** The last marker applied in a partition. */
  public AppliedMarker marker(int partition) {
    return ledgers.get(partition).marker();
  }

  /** Writes the batch. Returns the updates for listeners, or null if the batch received nothing. */
  public @Nullable UpdateBatch end() {
    if (received == 0) {
      return null;
    }
    Token before = state.token();
    for (KeyEntry entry : dirty) {
      keys.write(entry, Objects.requireNonNull(entry.state));
    }
    ledgers.write(writer);
    writer.commit(ledgers.token(), ledgers.leaders());
    // Checked again only here: a listener that became interested later finds the batch in its
    // snapshot.
    if (!updates.eachEvent() && listeners.wantUpdates()) {
      reportEachKey();
    }
    for (KeyEntry entry : dirty) {
      entry.reported();
    }
    dirty.clear();
    keys.trim();
    return updates.end(state.batch(), before, state.token(), live);
  }

  private void reportEachKey() {
    dirty.sort(Comparator.comparingInt((KeyEntry entry) -> entry.lastInBatch));
    for (KeyEntry entry : dirty) {
      GenericRecord now = Objects.requireNonNull(entry.state);
      @Nullable String[] after = views.storedGroups(entry);
      @Nullable String[] before = entry.movedFrom == null ? after : entry.movedFrom;
      updates.add(entry, now, entry.derived, before, after);
    }
  }
}
