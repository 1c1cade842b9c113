package io.windsock.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.control.monitor.MonitoredValue;
import io.windsock.platform.http.message.Json;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final int PENDING = MonitoredValue.PENDING.index();

  private final History history = new History();

  private static double[] point(double pending) {
    double[] values = new double[MonitoredValue.values().length];
    Arrays.fill(values, Double.NaN);
    values[PENDING] = pending;
    return values;
  }

  private void add(String name, long atMs, double pending) {
    history.add("site", name, "mirror", atMs, point(pending));
  }

  private JsonNode read(long nowMs) throws IOException {
    byte[] text = Json.object(json -> history.write(json, nowMs)).getBytes();
    return new ObjectMapper().readTree(text).get("subjects");
  }

  @Test
  void shouldKeepTheHigherOfSamplesThatComeAtOnce() throws IOException {
    add("m", 10_000, 5);
    add("m", 10_000 + History.NEAREST_MS - 1, 900);
    add("m", 10_200, 3);
    add("m", 10_000 + History.NEAREST_MS, 4);
    JsonNode series = read(11_000).get(0);
    assertThat(series.get("times").toString()).isEqualTo("[10000,10400]");
    assertThat(series.at("/measured/pending").toString()).isEqualTo("[900,4]");
  }

  @Test
  void shouldTellAValueThatIsNotAlwaysMeasured() throws IOException {
    add("m", 1_000, Double.NaN);
    add("m", 1_100, 7);
    add("m", 1_200, Double.NaN);
    add("m", 2_000, Double.NaN);
    assertThat(read(3_000).get(0).at("/measured/pending").toString()).isEqualTo("[7,null]");
    add("m", 2_900, 8);
    assertThat(read(3_000).get(0).at("/measured/pending").toString()).isEqualTo("[7,null,8]");
    assertThat(read(3_000).get(0).at("/measured").properties()).hasSize(1);
  }

  @Test
  void shouldTellOnlyOfItsSpan() throws IOException {
    add("m", 1_000, 1);
    add("m", 2_000, 2);
    JsonNode series = read(1_500 + History.SPAN_MS).get(0);
    assertThat(series.get("times").toString()).isEqualTo("[2000]");
  }

  @Test
  void shouldForgetTheOldestPoints() throws IOException {
    int more = History.POINTS + 10;
    for (int i = 0; i < more; i++) {
      add("m", 450L * i, i);
    }
    JsonNode series = read(450L * more).get(0);
    assertThat(series.get("times")).hasSize(History.POINTS);
    assertThat(series.at("/measured/pending/0").asInt()).isEqualTo(10);
  }

  @Test
  void shouldForgetWhoHasBeenSilentForLongest() throws IOException {
    for (int i = 0; i < History.SUBJECTS; i++) {
      add("m" + i, 1_000 + i, 1);
    }
    add("m0", 5_000, 1);
    add("new", 5_000, 1);
    JsonNode subjects = read(6_000);
    assertThat(subjects).hasSize(History.SUBJECTS);
    assertThat(subjects.findValuesAsText("name")).contains("m0", "new").doesNotContain("m1");
  }

  @Test
  void shouldWriteNoNumberThatJsonHasNot() throws IOException {
    add("m", 1_000, 1);
    add("m", 2_000, Double.POSITIVE_INFINITY);
    add("m", 3_000, 0.25);
    assertThat(read(4_000).get(0).at("/measured/pending").toString()).isEqualTo("[1,null,0.25]");
  }
}
