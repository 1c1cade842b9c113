package io.windsock.topology.receive;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.history.Reference;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The processing of one partition: it receives, applies the rules over the status table, and sends
 * (the paper's receiving and sending tasks, section 3.1, in one step). Every source record is
 * either forwarded and passed to the rules, or dead-lettered. After a fixed number of sent events,
 * a marker goes to both outputs. Independent of Kafka; the caller passes in the time. Owned by the
 * task's thread.
 */
public final class Receiver {
  private final int partition;
  private final long markerIdleMs;
  private final Admission admission;
  private final StatusTable table;
  private final Accounts accounts;
  private final Supplier<@Nullable TaskParameters> offered;
  private final Outlet outlet;
  private final EventCodec codec;
  private final MirrorOutput mirror = new Mirror();

  /** The streams whose beginning is known in the partition's first run. */
  private final boolean[] begun;

  private MirroringFunction function;
  private TaskParameters parameters;
  private long lastMarkerMs;
  private long missingAtMarker;
  private long receivedInAll;
  private long forwardedInAll;
  private long mirroredInAll;
  private long deadLetteredInAll;

  /**
   * When the event being mirrored was released: the append time of the record that releases it, or
   * now if the clock does.
   */
  private long untilMs;

  private volatile PartitionStatus status;

  /**
   * Creates a receiver that continues from the state of {@code table}.
   *
   * @param partition its partition of all source and output topics
   * @param markerIdleMs the age of the last marker after which another follows, if anything has
   *     happened since
   * @param offered the newest parameters; null if there are none
   * @param source has the events to which the table's log refers
   * @param nowMs the time, ms since the epoch
   */
  public Receiver(
      int partition,
      Catalogue catalogue,
      EventValidator validator,
      Supplier<@Nullable TaskParameters> offered,
      Limits limits,
      long markerIdleMs,
      StatusTable table,
      SourceEvents source,
      Outlet outlet,
      long nowMs) {
    this.partition = partition;
    this.markerIdleMs = markerIdleMs;
    this.admission = new Admission(catalogue, validator, limits);
    this.table = table;
    table.open(source);
    this.accounts = table.accounts();
    this.begun = new boolean[accounts.stamp.length];
    this.parameters = table.parameters();
    this.offered = offered;
    this.outlet = outlet;
    this.codec = new EventCodec(catalogue);
    this.lastMarkerMs = nowMs;
    this.function = function(nowMs);
    this.missingAtMarker = function.missing();
    this.status = currentStatus();
  }

  private MirroringFunction function(long nowMs) {
    MirroringFunction fresh = new MirroringFunction(parameters.rules().compiled(), mirror);
    table.forEach(history -> fresh.restored(history, nowMs));
    return fresh;
  }

  /**
   * Puts newer parameters in force, if there are any, at a marker: records before it were mirrored
   * under the old parameters, records after it under the new. Events withheld by a removed rule are
   * sent.
   */
  public void takeParameters(long nowMs) {
    TaskParameters next = offered.get();
    if (next == null || next.epoch() <= accounts.epoch) {
      return;
    }
    accounts.epoch = next.epoch();
    sendMarker(nowMs);
    untilMs = nowMs;
    boolean releases = next.released() > parameters.released();
    parameters = next;
    table.change(next);
    function = function(nowMs);
    if (releases) {
      function.releaseAll(nowMs);
    } else {
      function.release(nowMs);
    }
  }

  /**
   * Returns the partition's status as of the last call of {@link #publishStatus}. Any thread may
   * call it.
   */
  public PartitionStatus status() {
    return status;
  }

  /** Updates the result of {@link #status}. */
  public void publishStatus() {
    status = currentStatus();
  }

  private PartitionStatus currentStatus() {
    PartitionSample sample =
        new PartitionSample(
            partition,
            accounts.epoch,
            accounts.sequence,
            accounts.marker,
            0L,
            function.held(),
            function.missing(),
            function.missingSinceMs(),
            receivedInAll,
            forwardedInAll,
            mirroredInAll,
            deadLetteredInAll);
    return new PartitionStatus(sample, accounts.stamp.clone());
  }

  /** Returns the events that rules held before a restart, and that the source no longer has. */
  public List<Reference> lost() {
    return table.lost();
  }

  /** Receives one source record that is not an update with an id. */
  public void receive(
      int stream,
      long offset,
      byte @Nullable [] key,
      byte @Nullable [] value,
      long appendTimeMs,
      long nowMs) {
    receive(stream, offset, key, value, null, appendTimeMs, nowMs);
  }

  /**
   * Receives one source record.
   *
   * @param stream number of its stream in the catalogue
   * @param offset its offset in this partition of the stream's topic
   * @param key kept, not copied
   * @param value kept, not copied
   * @param updateId identifies an update that is taken once only, however often it is written; null
   *     for any other record; kept, not copied
   * @param appendTimeMs when the broker appended it, ms since the epoch
   * @param nowMs the time, ms since the epoch
   */
  public void receive(
      int stream,
      long offset,
      byte @Nullable [] key,
      byte @Nullable [] value,
      byte @Nullable [] updateId,
      long appendTimeMs,
      long nowMs) {
    accounts.receive(stream, offset, appendTimeMs);
    receivedInAll++;
    table.accountsChanged();
    String fault =
        updateId == null
            ? admit(stream, key, value, appendTimeMs, nowMs)
            : admitOnce(updateId, stream, key, value, appendTimeMs, nowMs);
    if (fault != null) {
      accounts.deadLettered++;
      deadLetteredInAll++;
      outlet.deadLetter(fault);
    }
    if (accounts.sent() >= parameters.markerEvery()) {
      sendMarker(nowMs);
    }
  }

  /** Returns the offset after a stream's last record received or accounted for as lost. */
  public long received(int stream) {
    return accounts.stamp[stream];
  }

  /**
   * Skips source records that were deleted before they were received. They do not count as
   * received, and have no sequence.
   *
   * @param stream number of their stream in the catalogue
   * @param from the first offset
   * @param to the offset after the last
   * @return the first offset not yet accounted for; {@code to} if there is none
   */
  public long lose(int stream, long from, long to) {
    long first = Math.min(to, Math.max(from, accounts.stamp[stream]));
    if (first < to) {
      accounts.stamp[stream] = to;
      table.accountsChanged();
    }
    return first;
  }

  /**
   * Begins a stream without a committed offset. In the partition's first run, the records before
   * the stream's beginning do not belong to the application, and the beginning is logged. In a
   * later run they count as lost.
   *
   * @param stream its number in the catalogue
   * @param offset where its partition begins
   * @return the first lost offset; {@code offset} if there is none
   */
  public long begin(int stream, long offset) {
    if (table.continues()) {
      return lose(stream, 0, offset);
    }
    if (!begun[stream]) {
      begun[stream] = true;
      accounts.stamp[stream] = Math.max(accounts.stamp[stream], offset);
      table.accountsChanged();
    }
    return offset;
  }

  /** Like {@link #admit}, unless the update was taken already. */
  private @Nullable String admitOnce(
      byte[] updateId,
      int stream,
      byte @Nullable [] key,
      byte @Nullable [] value,
      long appendTimeMs,
      long nowMs) {
    String fault = table.updateIds().fault(updateId);
    if (fault == null) {
      fault = admit(stream, key, value, appendTimeMs, nowMs);
    }
    if (fault == null) {
      table.updateIds().take(stream, updateId, appendTimeMs);
    }
    return fault;
  }

  /** Sends an event and returns null, or returns why the record is not an event. */
  private @Nullable String admit(
      int stream, byte @Nullable [] key, byte @Nullable [] value, long appendTimeMs, long nowMs) {
    String fault = Admission.keyFault(key);
    if (fault == null) {
      fault = admission.valueFault(stream, value, appendTimeMs);
    }
    if (fault != null || key == null || value == null) {
      return fault;
    }
    KeyHistory history = table.find(key, nowMs);
    if (history == null) {
      return admitNew(stream, key, value, appendTimeMs, nowMs);
    }
    boolean logged = !history.dirty();
    send(stream, history, value, appendTimeMs, nowMs);
    if (logged && history.dirty()) {
      table.changed(history);
    }
    return null;
  }

  private @Nullable String admitNew(
      int stream, byte[] key, byte[] value, long appendTimeMs, long nowMs) {
    String fault = Admission.newKeyFault(key);
    if (fault == null) {
      KeyHistory history = new KeyHistory(key, parameters.rules().layout());
      send(stream, history, value, appendTimeMs, nowMs);
      if (history.dirty()) {
        table.add(history, nowMs);
      }
    }
    return fault;
  }

  private void send(int stream, KeyHistory history, byte[] value, long appendTimeMs, long nowMs) {
    SchemaVersion version = admission.version();
    long sequence = accounts.sequence;
    if (function.forwards(history, value, version, sequence, appendTimeMs)) {
      accounts.forwarded++;
      forwardedInAll++;
      outlet.forward(history.key(), value, sequence, appendTimeMs);
    } else {
      accounts.notForwarded++;
    }
    untilMs = appendTimeMs;
    long offset = accounts.stamp[stream] - 1;
    function.receive(history, value, version, sequence, appendTimeMs, nowMs, stream, offset);
  }

  /**
   * Does the work that is due: takes newer parameters, sends events that rules have held long
   * enough, and writes a marker if the last one is old.
   */
  public void tick(long nowMs) {
    takeParameters(nowMs);
    untilMs = nowMs;
    function.release(nowMs);
    table.forget(nowMs, function);
    boolean due =
        accounts.sent() >= parameters.markerEvery()
            || (nowMs - lastMarkerMs >= markerIdleMs && hasNews());
    if (due) {
      sendMarker(nowMs);
    }
  }

  /** Returns whether nothing becomes due before another record is received. */
  public boolean isQuiet() {
    return function.held() == 0 && !hasNews();
  }

  /**
   * Whether a marker would say something new. What mirrors lack falls without any event, when a key
   * ends or a function without the rule comes into force.
   */
  private boolean hasNews() {
    return accounts.changed(function.held()) || function.missing() != missingAtMarker;
  }

  private void sendMarker(long nowMs) {
    Marker marker =
        accounts.nextMarker(
            partition, function.held(), function.missing(), function.missingSinceMs());
    table.accountsChanged();
    outlet.marker(marker, codec.encode(marker), accounts.appendTimeMs);
    lastMarkerMs = nowMs;
    missingAtMarker = function.missing();
  }

  /** Carries out the rules' verdicts and counts them. */
  private final class Mirror implements MirrorOutput {
    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      accounts.passed++;
      mirroredInAll++;
      mirror(history, value, sequence, appendTimeMs);
    }

    private void mirror(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      long withheldMs = Math.max(0, untilMs - appendTimeMs);
      outlet.mirror(history.key(), value, sequence, appendTimeMs, withheldMs);
    }

    @Override
    public void derived(
        KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {
      accounts.derived++;
      mirroredInAll++;
      accounts.carried += carried;
      mirror(history, value, sequence, appendTimeMs);
    }

    @Override
    public void released(KeyHistory history) {
      table.accountsChanged();
      table.changed(history);
    }

    @Override
    public void taken(int rule, int events) {
      accounts.taken[rule] += events;
    }
  }
}
