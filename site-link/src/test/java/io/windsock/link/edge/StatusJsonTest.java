package io.windsock.link.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.stats.BatchSize;
import io.windsock.link.stats.LinkCounts;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusJsonTest {
  private static String goal(@Nullable Duration goal, long rpoMs) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      StatusJson.goal(goal, rpoMs, json);
      json.writeEndObject();
    }
    return text.toString();
  }

  @Test
  void shouldNameTheKeyOfTheLastBatch() throws IOException {
    LinkCounts counts = new LinkCounts(PipelineShape.of(PipelineKind.SERIAL));
    assertThat(counts(counts)).contains("\"lastKey\":null");
    counts.batch(BatchSize.NONE, "2026-11");
    counts.session(PipelineShape.of(PipelineKind.SERIAL));
    assertThat(counts(counts)).contains("\"lastKey\":\"2026-11\"");
    counts.batch(BatchSize.NONE, "2026-12");
    assertThat(counts(counts)).contains("\"lastKey\":\"2026-12\"");
  }

  private static String counts(LinkCounts counts) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      StatusJson.counts(counts, json);
      json.writeEndObject();
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "2000,    0, 2000, true",
    "2000, 2000, 2000, true",
    "2000, 2001, 2000, false",
    "2000,   -1, 2000, null",
    "    ,    0, null, null",
  })
  void shouldSayWhetherTheGoalIsKept(@Nullable Long goalMs, long rpoMs, String goal, String kept)
      throws IOException {
    assertThat(goal(goalMs == null ? null : Duration.ofMillis(goalMs), rpoMs))
        .isEqualTo("{\"rpoGoalMs\":%s,\"rpoKept\":%s}".formatted(goal, kept));
  }
}
