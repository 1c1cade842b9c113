package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.RegularClient;

/**
 * A count of updates that the regular client receives. A site merges updates of a key that wait for
 * a client, so they may be fewer than the events.
 *
 * @param client the regular client
 * @param before what it had received when the count began
 */
public record ReceivedUpdates(RegularClient client, long before) {
  /** The measure of {@link #percentOf}. */
  public static final String MEASURE = "receivedPercent";

  /** Its caption. */
  public static final String CAPTION = "Updates that the regular client received, % of the events";

  private static final double PERCENT = 100;

  /** Returns how many there were, as a percentage of these events. */
  public double percentOf(long events) {
    return PERCENT * Math.min(client.received() - before, events) / events;
  }
}
