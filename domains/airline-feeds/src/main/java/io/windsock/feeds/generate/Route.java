package io.windsock.feeds.generate;

import org.jspecify.annotations.Nullable;

/**
 * The way of one leg through the air. Immutable.
 *
 * @param origin where it takes off, at the airport's reference point
 * @param destination where it is bound for
 * @param diversion where it goes instead; null: it keeps its destination
 * @param profile speed and altitude over the whole way
 */
record Route(
    Airport origin, Airport destination, @Nullable Diversion diversion, SpeedProfile profile) {

  /**
   * A change of destination on the way.
   *
   * @param latitude of the point where it turns
   * @param longitude of the point where it turns
   * @param alternate where it lands
   * @param share how much of the way lies before the turn, 0 to 1
   */
  record Diversion(double latitude, double longitude, Airport alternate, double share) {}

  /** Where it comes down. */
  Airport last() {
    return diversion == null ? destination : diversion.alternate();
  }
}
