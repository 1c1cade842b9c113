package io.windsock.evaluation.gateway.lab;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a gateway has counted since its start, as its status reports it.
 *
 * @param reissued calls sent to a further site, for any reason
 * @param excluded members excluded for their silence
 * @param detectionMs how long the last of them had been silent, ms
 */
public record GatewayCounts(long reissued, long excluded, double detectionMs) {
  /** The counts of a gateway that has not been started. */
  public static final GatewayCounts NONE = new GatewayCounts(0, 0, 0);

  static GatewayCounts of(JsonNode status) {
    JsonNode calls = status.path("calls");
    long reissued = 0;
    for (JsonNode reason : calls.path("reissued")) {
      reissued += reason.asLong();
    }
    return new GatewayCounts(
        reissued, calls.path("excluded").asLong(), calls.path("lastDetectionMs").asDouble());
  }

  /** Returns what has been counted since {@code earlier}; the detection is the last one. */
  public GatewayCounts since(GatewayCounts earlier) {
    return new GatewayCounts(reissued - earlier.reissued, excluded - earlier.excluded, detectionMs);
  }
}
