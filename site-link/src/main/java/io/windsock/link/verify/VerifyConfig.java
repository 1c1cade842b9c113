package io.windsock.link.verify;

import io.windsock.contracts.config.ConfigCheck;
import java.util.List;
import java.util.Map;

/**
 * The settings of a comparison. Immutable; validated when created.
 *
 * @param link the link's name
 * @param source the properties of clients of the source
 * @param target the properties of clients of the target
 * @param topics the topics to compare; none for all that the link copies
 * @param rangeRecords the records of a range
 */
public record VerifyConfig(
    String link,
    Map<String, Object> source,
    Map<String, Object> target,
    List<String> topics,
    int rangeRecords) {
  /** The usual number of records of a range. */
  public static final int RANGE_RECORDS = 100_000;

  private static final int MAX_RANGE_RECORDS = 1_000_000_000;

  /** Validates the settings and reports every fault. */
  public VerifyConfig {
    source = Map.copyOf(source);
    target = Map.copyOf(target);
    topics = List.copyOf(topics);
    ConfigCheck check = new ConfigCheck("verify");
    check.range("rangeRecords", rangeRecords, 1, MAX_RANGE_RECORDS);
    check.done();
  }
}
