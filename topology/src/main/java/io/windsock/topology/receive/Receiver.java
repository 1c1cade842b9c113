package io.windsock.topology.receive;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.rules.KeyHistory;
import io.windsock.rules.MirrorOutput;
import io.windsock.rules.MirroringFunction;
import io.windsock.rules.RuleSet;
import org.jspecify.annotations.Nullable;

/**
 * The fused step of one partition: receive, apply the rules over the status table, send (the
 * paper's receiving and sending tasks, section 3.1, in one). Every source record is forwarded and
 * handed to the rules, or dead-lettered; and every so many sent events a marker goes to both
 * outputs. Knows nothing of Kafka; time is handed in. Owned by the task's thread.
 */
public final class Receiver {
  private final int partition;
  private final Markers markers;
  private final Admission admission;
  private final StatusTable table;
  private final Accounts accounts;
  private final MirroringFunction function;
  private final RuleSet rules;
  private final Outlet outlet;
  private final EventCodec codec;
  private final EventType markerType;
  private long lastMarkerMs;

  /**
   * A receiver that goes on where {@code table} stands.
   *
   * @param partition its partition of all source and output topics
   * @param nowMs the time, ms since the epoch
   */
  public Receiver(
      int partition,
      Catalogue catalogue,
      EventValidator validator,
      RuleSet rules,
      Limits limits,
      Markers markers,
      StatusTable table,
      Outlet outlet,
      long nowMs) {
    this.partition = partition;
    this.markers = markers;
    this.admission = new Admission(catalogue, validator, limits);
    this.table = table;
    this.accounts = table.accounts();
    this.rules = rules;
    this.outlet = outlet;
    this.codec = new EventCodec(catalogue);
    this.markerType = catalogue.type("Marker");
    this.lastMarkerMs = nowMs;
    this.function = new MirroringFunction(rules, new Mirror());
    table.forEach(history -> function.restored(history, nowMs));
  }

  /**
   * Takes one source record.
   *
   * @param stream number of its stream in the catalogue
   * @param offset its offset in this partition of the stream's topic
   * @param key kept, not copied
   * @param value kept, not copied
   * @param appendTimeMs when the broker appended it, ms since the epoch
   * @param nowMs the time, ms since the epoch
   */
  public void receive(
      int stream,
      long offset,
      byte @Nullable [] key,
      byte @Nullable [] value,
      long appendTimeMs,
      long nowMs) {
    accounts.receive(stream, offset, appendTimeMs);
    table.accountsChanged();
    String fault = admit(stream, key, value, appendTimeMs, nowMs);
    if (fault != null) {
      accounts.deadLettered++;
      outlet.deadLetter(fault);
    }
    if (accounts.sent() >= markers.every()) {
      sendMarker(nowMs);
    }
  }

  /** Sends it and answers null, or answers why it is no event. */
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
      return admitNew(key, value, appendTimeMs, nowMs);
    }
    boolean logged = !history.dirty();
    send(history, value, appendTimeMs, nowMs);
    if (logged && history.dirty()) {
      table.changed(history);
    }
    return null;
  }

  private @Nullable String admitNew(byte[] key, byte[] value, long appendTimeMs, long nowMs) {
    String fault = Admission.newKeyFault(key);
    if (fault == null) {
      KeyHistory history = new KeyHistory(key, rules);
      send(history, value, appendTimeMs, nowMs);
      if (history.dirty()) {
        table.add(history, nowMs);
      }
    }
    return fault;
  }

  private void send(KeyHistory history, byte[] value, long appendTimeMs, long nowMs) {
    accounts.forwarded++;
    outlet.forward(history.key(), value, accounts.sequence, appendTimeMs);
    function.receive(history, value, admission.version(), accounts.sequence, appendTimeMs, nowMs);
  }

  /**
   * Does what is due by the clock: sends what rules have held long enough, and a marker if the last
   * one is old.
   */
  public void tick(long nowMs) {
    function.release(nowMs);
    table.forget(nowMs);
    boolean due =
        accounts.sent() >= markers.every()
            || (nowMs - lastMarkerMs >= markers.idleMs() && accounts.changed(function.held()));
    if (due) {
      sendMarker(nowMs);
    }
  }

  /** Whether nothing will become due until another record is received. */
  public boolean isQuiet() {
    return function.held() == 0 && !accounts.changed(0);
  }

  private void sendMarker(long nowMs) {
    byte[] marker = codec.encode(markerType, accounts.nextMarker(partition, function.held(), 0, 0));
    table.accountsChanged();
    outlet.marker(marker, accounts.appendTimeMs);
    lastMarkerMs = nowMs;
  }

  /** Carries out the rules' verdicts and counts them. */
  private final class Mirror implements MirrorOutput {
    @Override
    public void passed(KeyHistory history, byte[] value, long appendTimeMs) {
      accounts.passed++;
      outlet.mirror(history.key(), value, accounts.sequence, appendTimeMs);
    }

    @Override
    public void derived(KeyHistory history, byte[] value, long appendTimeMs, int carried) {
      accounts.derived++;
      accounts.carried += carried;
      outlet.mirror(history.key(), value, accounts.sequence, appendTimeMs);
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
