package io.windsock.control.http;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.state.ControllerState;
import io.windsock.platform.http.message.RecordJson;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.Received;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;

/** The text of the events sent to watchers. Pure. */
final class Events {
  /** The number of decisions at the start of a stream. */
  private static final int DECISIONS = 200;

  private Events() {}

  /**
   * Returns events for everything known, followed by an event that marks the end of this initial
   * state.
   */
  static Buffer known(ControllerState state) {
    Buffer out = Buffer.buffer().appendBuffer(standing(state));
    Parameters parameters = state.parameters();
    if (parameters != null) {
      out.appendBuffer(record("parameters", parameters));
    }
    List<Decision> decisions = state.decisions(DECISIONS);
    for (int i = decisions.size() - 1; i >= 0; i--) {
      out.appendBuffer(record("decision", decisions.get(i)));
    }
    state.commitPoints().forEach(point -> out.appendBuffer(record("commit", point)));
    state
        .members(Members::topologies)
        .forEach(sample -> out.appendBuffer(sample("topology", sample)));
    state.members(Members::sites).forEach(sample -> out.appendBuffer(sample("site", sample)));
    state.members(Members::gateways).forEach(sample -> out.appendBuffer(sample("gateway", sample)));
    state.members(Members::links).forEach(sample -> out.appendBuffer(sample("link", sample)));
    return out.appendBuffer(Watchers.event("live", json -> Reports.standing(json, state)));
  }

  static Buffer standing(ControllerState state) {
    return Watchers.event("standing", json -> Reports.standing(json, state));
  }

  static Buffer heartbeat(long nowMs) {
    return Watchers.event("heartbeat", json -> json.writeNumberField("now", nowMs));
  }

  /** Returns an event for a sample: {@code site}, {@code topology} or {@code gateway}. */
  static Buffer sample(String name, Received<? extends IndexedRecord> sample) {
    return Watchers.event(name, json -> Reports.received(json, sample));
  }

  static Buffer storm(Storms.Report report) {
    return Watchers.event("storm", json -> StormEndpoint.write(json, report));
  }

  /** Returns an event for a record: {@code parameters}, {@code decision} or {@code commit}. */
  static Buffer record(String name, IndexedRecord record) {
    return Watchers.event(
        name,
        json -> {
          json.writeFieldName("record");
          RecordJson.write(record, json);
        });
  }
}
