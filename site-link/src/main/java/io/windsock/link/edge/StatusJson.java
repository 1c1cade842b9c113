package io.windsock.link.edge;

import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.stats.BatchSize;
import io.windsock.link.stats.LinkCounts;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The fields of {@code /v1/status} that both sides have. Pure. */
final class StatusJson {
  private static final double NS_PER_MS = 1e6;

  private StatusJson() {}

  static void counts(LinkCounts counts, JsonGenerator json) throws IOException {
    LinkCounts.Totals totals = counts.totals();
    json.writeNumberField("sessions", totals.sessions());
    json.writeNumberField("batches", totals.batches());
    size("copied", totals.all(), json);
    size("lastBatch", totals.last(), json);
    json.writeStringField("lastKey", totals.key());
    LinkCounts.Chosen pipeline = counts.pipeline();
    json.writeObjectFieldStart("pipeline");
    json.writeStringField("kind", pipeline.shape().kind().label());
    json.writeNumberField("threads", pipeline.shape().threads());
    json.writeStringField("reason", pipeline.reason());
    json.writeEndObject();
  }

  private static void size(String name, BatchSize size, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("records", size.records());
    json.writeNumberField("plainBytes", size.plainBytes());
    json.writeNumberField("sentBytes", size.sentBytes());
    json.writeNumberField("compression", size.compression());
    json.writeEndObject();
  }

  /** Writes the mean time of each stage that was measured, ms. */
  static void stages(StageTimes times, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("stageMs");
    for (StageName stage : StageName.values()) {
      if (times.meanNs(stage) > 0) {
        json.writeNumberField(stage.label(), times.meanNs(stage) / NS_PER_MS);
      }
    }
    json.writeEndObject();
  }

  /**
   * Writes the recovery point objective and whether the link keeps to it; null if there is none,
   * and the latter also while the age is not known.
   *
   * @param rpoMs the age of the oldest record that the target lacks; negative: not known
   */
  static void goal(@Nullable Duration goal, long rpoMs, JsonGenerator json) throws IOException {
    known("rpoGoalMs", goal == null ? -1 : goal.toMillis(), json);
    if (goal == null || rpoMs < 0) {
      json.writeNullField("rpoKept");
    } else {
      json.writeBooleanField("rpoKept", rpoMs <= goal.toMillis());
    }
  }

  /** Writes a number; null if it is negative, which means that it is not known. */
  static void known(String name, long value, JsonGenerator json) throws IOException {
    if (value < 0) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
