package io.windsock.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.control.monitor.MonitoredValue;
import io.windsock.platform.http.message.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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
    for (int i = 0; i < History.MAX_SUBJECTS; i++) {
      add("m" + i, 1_000 + i, 1);
    }
    add("m0", 5_000, 1);
    add("new", 1_000 + History.SILENT_MS, 1);
    assertThat(names(61_000)).hasSize(History.MAX_SUBJECTS).contains("m1").doesNotContain("new");

    add("new", 1_001 + History.SILENT_MS, 1);
    assertThat(names(62_000))
        .hasSize(History.MAX_SUBJECTS)
        .contains("m0", "m2", "new")
        .doesNotContain("m1");
  }

  @Test
  void shouldKeepTheHistoryOfThoseItHasWhileMoreReport() throws IOException {
    int samples = 10;
    for (int sample = 0; sample < samples; sample++) {
      for (int i = 0; i <= History.MAX_SUBJECTS; i++) {
        add("m" + i, 1_000 + 500L * sample, 1);
      }
    }

    JsonNode subjects = read(10_000);
    assertThat(subjects).hasSize(History.MAX_SUBJECTS);
    assertThat(subjects).allSatisfy(one -> assertThat(one.get("times")).hasSize(samples));
  }

  private List<String> names(long nowMs) throws IOException {
    return read(nowMs).findValuesAsText("name");
  }

  @Test
  void shouldWriteNoNumberThatJsonHasNot() throws IOException {
    add("m", 1_000, 1);
    add("m", 2_000, Double.POSITIVE_INFINITY);
    add("m", 3_000, 0.25);
    assertThat(read(4_000).get(0).at("/measured/pending").toString()).isEqualTo("[1,null,0.25]");
  }
}
