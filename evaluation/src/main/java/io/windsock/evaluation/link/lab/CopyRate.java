package io.windsock.evaluation.link.lab;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How fast a backlog was copied, and what that cost. MB are 10⁶ bytes of keys and values before
 * compression.
 *
 * @param recordsPerSecond records committed at the target per second
 * @param mbPerSecond their MB per second
 * @param copierMsPerMb processor time of what copies, ms per MB
 * @param brokersMsPerMb processor time of both brokers, ms per MB
 */
public record CopyRate(
    double recordsPerSecond, double mbPerSecond, double copierMsPerMb, double brokersMsPerMb) {
  /** The measure of {@link #recordsPerSecond}. */
  public static final String RECORDS = "recordsPerSecond";

  /** The measure of {@link #mbPerSecond}. */
  public static final String MB = "mbPerSecond";

  /** The measure of {@link #copierMsPerMb}. */
  public static final String COPIER = "copierMsPerMb";

  /** The measure of {@link #brokersMsPerMb}. */
  public static final String BROKERS = "brokersMsPerMb";

  private static final double NS_PER_SECOND = 1e9;
  private static final double US_PER_MS = 1e3;

  /** What there was at a time. */
  record Moment(long ns, long records, long copierUs, long brokersUs) {}

  /** Returns the rate between two moments. */
  static CopyRate between(Moment begin, Moment end, double mbPerRecord) {
    double seconds = (end.ns() - begin.ns()) / NS_PER_SECOND;
    long records = end.records() - begin.records();
    double mb = records * mbPerRecord;
    return new CopyRate(
        records / seconds,
        mb / seconds,
        (end.copierUs() - begin.copierUs()) / US_PER_MS / mb,
        (end.brokersUs() - begin.brokersUs()) / US_PER_MS / mb);
  }

  /** Returns the values by measure. */
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(RECORDS, recordsPerSecond);
    values.put(MB, mbPerSecond);
    values.put(COPIER, copierMsPerMb);
    values.put(BROKERS, brokersMsPerMb);
    return values;
  }
}
