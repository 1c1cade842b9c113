package io.windsock.control.state;

import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.control.monitor.MonitoredValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measurements of the last minutes, for charts: about two points a second for each site and
 * each topology instance. Bounded. Any thread may use it.
 */
public final class History {
  /** The time span covered. */
  static final long SPAN_MS = 600_000;

  /** Points per subject: two a second, with a margin. */
  static final int POINTS = 1_300;

  /** Samples closer together than this are merged into one point with the higher values. */
  static final long NEAREST_MS = 400;

  /** The maximum number of subjects; a further one replaces one that has fallen silent. */
  static final int MAX_SUBJECTS = 128;

  /**
   * How long a subject has to be silent before another may replace it. If any could be replaced,
   * more subjects than there is room for would replace one another with each sample, and none would
   * have a history.
   */
  static final long SILENT_MS = 60_000;

  /** A ring of one subject's points. */
  private static final class Series {
    private final String kind;
    private final String role;
    private final long[] times = new long[POINTS];
    private final double[][] values = new double[MonitoredValue.values().length][POINTS];
    private int first;
    private int count;

    private Series(String kind, String role) {
      this.kind = kind;
      this.role = role;
    }

    private long last() {
      return count == 0 ? Long.MIN_VALUE / 2 : times[(first + count - 1) % POINTS];
    }

    private void add(long atMs, double[] point) {
      if (atMs - last() < NEAREST_MS) {
        int at = (first + count - 1) % POINTS;
        for (int i = 0; i < values.length; i++) {
          values[i][at] = higher(values[i][at], point[i]);
        }
        return;
      }
      if (count == POINTS) {
        first = (first + 1) % POINTS;
        count--;
      }
      int at = (first + count) % POINTS;
      times[at] = atMs;
      for (int i = 0; i < values.length; i++) {
        values[i][at] = point[i];
      }
      count++;
    }
  }

  private static double higher(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
  }

  private final Map<String, Series> all = new LinkedHashMap<>();

  /**
   * Adds a point; of a subject for which there is no room, ignores it.
   *
   * @param kind the kind of subject: {@code site} or {@code topology}
   * @param values by {@link MonitoredValue#index}; NaN where there is none
   */
  public synchronized void add(String kind, String name, String role, long atMs, double[] values) {
    String key = kind + " " + name;
    Series series = all.get(key);
    if (series == null && !hasRoom(atMs)) {
      return;
    }
    if (series == null || !series.role.equals(role)) {
      series = new Series(kind, role);
      all.put(key, series);
    }
    series.add(atMs, values);
  }

  /** Makes room for another subject if necessary and possible; returns whether there is any. */
  private boolean hasRoom(long atMs) {
    if (all.size() < MAX_SUBJECTS) {
      return true;
    }
    String silent = null;
    long since = Long.MAX_VALUE;
    for (Map.Entry<String, Series> entry : all.entrySet()) {
      if (entry.getValue().last() < since) {
        since = entry.getValue().last();
        silent = entry.getKey();
      }
    }
    return since <= atMs - SILENT_MS && all.remove(silent) != null;
  }

  /** Writes the points up to {@code nowMs} as fields of an object. */
  public synchronized void write(JsonGenerator json, long nowMs) throws IOException {
    json.writeNumberField("now", nowMs);
    json.writeNumberField("spanMs", SPAN_MS);
    json.writeArrayFieldStart("values");
    for (MonitoredValue value : MonitoredValue.values()) {
      json.writeStartObject();
      json.writeStringField("name", value.text());
      json.writeStringField("unit", value.unit());
      json.writeStringField("words", value.words());
      json.writeStringField("meaning", value.meaning());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("subjects");
    for (Map.Entry<String, Series> entry : all.entrySet()) {
      String name = entry.getKey().substring(entry.getKey().indexOf(' ') + 1);
      write(json, name, entry.getValue(), nowMs - SPAN_MS);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, String name, Series series, long fromMs)
      throws IOException {
    List<Integer> points = new ArrayList<>();
    for (int i = 0; i < series.count; i++) {
      int at = (series.first + i) % POINTS;
      if (series.times[at] >= fromMs) {
        points.add(at);
      }
    }
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("kind", series.kind);
    json.writeStringField("role", series.role);
    json.writeArrayFieldStart("times");
    for (int at : points) {
      json.writeNumber(series.times[at]);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("measured");
    for (MonitoredValue value : MonitoredValue.values()) {
      double[] values = series.values[value.index()];
      if (points.stream().anyMatch(at -> !Double.isNaN(values[at]))) {
        json.writeArrayFieldStart(value.text());
        for (int at : points) {
          number(json, values[at]);
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, double value) throws IOException {
    if (!Double.isFinite(value)) {
      json.writeNull();
    } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      json.writeNumber((long) value);
    } else {
      json.writeNumber(value);
    }
  }
}
