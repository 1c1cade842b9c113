package io.windsock.control.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.state.ControllerState;
import io.windsock.control.state.ControllerStatus;
import io.windsock.control.state.History;
import io.windsock.platform.http.endpoint.Health;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Gzip;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.RecordJson;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.Received;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Answers the controller's GET requests. Any thread may use it. */
final class Reports {
  /** The maximum number of decisions in an answer. */
  static final int MAX_DECISIONS = ControllerState.MAX_DECISIONS;

  private static final int DECISIONS = 100;
  private static final int UNKNOWN_SECONDS = 2;
  private static final List<CharSequence> HISTORY_HEADERS =
      List.of("Cache-Control", "no-store", "Vary", "Accept-Encoding");

  private final ControllerState state;
  private final History history;

  Reports(ControllerState state, History history) {
    this.state = state;
    this.history = history;
  }

  private static Answer answer(Json.Fields fields) {
    return new Answer(200, Answer.JSON, Answer.NOT_KEPT, Json.object(fields));
  }

  /** Answers {@code GET /v1/params}. */
  Answer parameters() {
    Parameters known = require();
    return EpochTag.answer(
        known.getEpoch(),
        json -> {
          standing(json, state);
          json.writeFieldName("parameters");
          RecordJson.write(known, json);
        });
  }

  private Parameters require() {
    Parameters known = state.parameters();
    if (known == null) {
      throw Refusal.unavailable(
          "no parameters are known: " + state.status().detail(),
          "come back when the controller has read the control topic",
          UNKNOWN_SECONDS);
    }
    return known;
  }

  /** Answers {@code GET /v1/mode}. */
  Answer mode() {
    Parameters known = require();
    Decision change = change(known);
    return EpochTag.answer(
        known.getEpoch(),
        json -> {
          standing(json, state);
          json.writeStringField("mode", known.getInForce().getName());
          json.writeStringField("base", known.getBase());
          json.writeStringField("pinned", known.getPinned());
          json.writeBooleanField("adapted", known.getAdapted());
          json.writeNumberField("level", known.getLevel());
          json.writeStringField("policy", known.getPolicy());
          json.writeNumberField("epoch", known.getEpoch());
          json.writeNumberField(
              "since", change == null ? known.getWrittenAtMs() : change.getAtMs());
          json.writeStringField("reason", change == null ? known.getReason() : change.getReason());
          carriedOut(json);
        });
  }

  /** Returns the decision that brought the mode into force; null if it is not known any more. */
  private @Nullable Decision change(Parameters known) {
    String mode = known.getInForce().getName();
    return state.newestDecision(
        decision -> decision.getToMode().equals(mode) && !decision.getFromMode().equals(mode));
  }

  /** Written parameters are in force only once the topology carries them out. */
  private void carriedOut(JsonGenerator json) throws IOException {
    long epoch = Long.MAX_VALUE;
    String refused = "";
    long nowMs = state.clock().millis();
    for (Received<TopologySample> received : state.members(Members::topologies)) {
      if (!received.isCurrent(nowMs)) {
        continue;
      }
      for (PartitionSample partition : received.sample().getPartitions()) {
        epoch = Math.min(epoch, partition.getEpoch());
      }
      refused = refused.isEmpty() ? received.sample().getRefused() : refused;
    }
    if (epoch != Long.MAX_VALUE) {
      json.writeNumberField("topologyEpoch", epoch);
    }
    json.writeStringField("refused", refused);
  }

  static void standing(JsonGenerator json, ControllerState state) throws IOException {
    ControllerStatus status = state.status();
    json.writeStringField("controller", state.name());
    json.writeBooleanField("active", status.active());
    json.writeStringField("detail", status.detail());
  }

  /** Answers {@code GET /v1/decisions}; newest first. */
  Answer decisions(@Nullable String limit) {
    List<Decision> decisions = state.decisions(limit == null ? DECISIONS : parse(limit));
    return answer(json -> records(json, "decisions", decisions));
  }

  private static int parse(String limit) {
    try {
      int number = Integer.parseInt(limit);
      if (number >= 1 && number <= MAX_DECISIONS) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw Refusal.bad(
        "limit is " + Refusal.shown(limit), "it must be a whole number from 1 to " + MAX_DECISIONS);
  }

  private static void records(
      JsonGenerator json, String name, List<? extends IndexedRecord> records) throws IOException {
    json.writeArrayFieldStart(name);
    for (IndexedRecord record : records) {
      RecordJson.write(record, json);
    }
    json.writeEndArray();
  }

  /** Answers {@code GET /v1/samples}: the latest of each member. */
  Answer samples() {
    List<Received<SiteSample>> sites = state.members(Members::sites);
    List<Received<TopologySample>> topologies = state.members(Members::topologies);
    List<Received<GatewaySample>> gateways = state.members(Members::gateways);
    List<Received<LinkSample>> links = state.members(Members::links);
    return answer(
        json -> {
          json.writeNumberField("now", state.clock().millis());
          received(json, "sites", sites);
          received(json, "topologies", topologies);
          received(json, "gateways", gateways);
          received(json, "links", links);
        });
  }

  private static <T extends IndexedRecord> void received(
      JsonGenerator json, String name, List<Received<T>> samples) throws IOException {
    json.writeArrayFieldStart(name);
    for (Received<T> one : samples) {
      json.writeStartObject();
      received(json, one);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes a sample's fields. */
  static void received(JsonGenerator json, Received<? extends IndexedRecord> one)
      throws IOException {
    json.writeNumberField("heardMs", one.atMs());
    if (one.sample() instanceof SiteSample site) {
      // The token's numbers exceed JavaScript's integer range.
      json.writeStringField("token", token(site));
    }
    json.writeFieldName("sample");
    RecordJson.write(one.sample(), json);
  }

  /**
   * Returns the site's token; empty if its offsets do not form a position, as samples are external
   * input.
   */
  private static String token(SiteSample site) {
    long[] next = site.getOffsets().stream().mapToLong(Long::longValue).toArray();
    boolean position =
        next.length > 0
            && next.length <= Token.MAX_PARTITIONS
            && LongStream.of(next).allMatch(offset -> offset >= 0);
    return position ? new Token(site.getTokenEpoch(), next).toString() : "";
  }

  /** Answers {@code GET /v1/history}; takes a while. */
  Answer history(boolean gzip) {
    Buffer body = Json.object(json -> history.write(json, state.clock().millis()));
    if (!gzip || body.length() < Gzip.WORTHWHILE_BYTES) {
      return new Answer(200, Answer.JSON, HISTORY_HEADERS, body);
    }
    List<CharSequence> headers = new ArrayList<>(HISTORY_HEADERS);
    headers.addAll(List.of("Content-Encoding", "gzip"));
    Buffer compressed = Buffer.buffer(Gzip.compress(body.getBytes()));
    return new Answer(200, Answer.JSON, headers, compressed);
  }

  /**
   * Answers {@code GET /v1/checkpoints}: the commit points, and the sites' offsets they are the
   * minimum of.
   */
  Answer checkpoints() {
    List<CommitPoint> points = state.commitPoints();
    List<Received<SiteSample>> sites = state.members(Members::sites);
    return answer(
        json -> {
          json.writeNumberField("now", state.clock().millis());
          records(json, "commitPoints", points);
          json.writeArrayFieldStart("sites");
          for (Received<SiteSample> site : sites) {
            checkpoint(json, site);
          }
          json.writeEndArray();
        });
  }

  private static void checkpoint(JsonGenerator json, Received<SiteSample> site) throws IOException {
    SiteSample sample = site.sample();
    json.writeStartObject();
    json.writeStringField("site", sample.getSite());
    json.writeStringField("role", sample.getRole());
    json.writeStringField("phase", sample.getPhase());
    json.writeStringField("topic", sample.getTopic());
    json.writeNumberField("tokenEpoch", sample.getTokenEpoch());
    json.writeNumberField("heardMs", site.atMs());
    offsets(json, "offsets", sample.getOffsets());
    offsets(json, "checkpoints", sample.getCheckpoints());
    json.writeNumberField("backup", sample.getBackup());
    if (sample.getSnapshot() != null) {
      json.writeFieldName("snapshot");
      RecordJson.write(sample.getSnapshot(), json);
    }
    json.writeEndObject();
  }

  private static void offsets(JsonGenerator json, String name, List<Long> offsets)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (long offset : offsets) {
      json.writeNumber(offset);
    }
    json.writeEndArray();
  }

  /** Answers {@code GET /health/live}. */
  Answer live() {
    return Health.live(state.name());
  }

  /** Answers {@code GET /health/ready}: a waiting controller is ready too, to take over. */
  Answer ready() {
    ControllerStatus status = state.status();
    return Health.ready(status.ready(), status.detail());
  }

  /** Returns the query parameters of {@code route}. */
  static Set<String> parameters(Route route) {
    return route == Route.DECISIONS ? Set.of("limit") : Set.of();
  }
}
