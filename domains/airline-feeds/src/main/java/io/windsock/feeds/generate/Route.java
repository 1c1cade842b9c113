package io.windsock.feeds.generate;

import org.jspecify.annotations.Nullable;

/**
 * The route of one leg in the air. Immutable.
 *
 * @param origin the departure airport; the route starts at its reference point
 * @param destination the planned destination
 * @param diversion the change of destination; null: none
 * @param profile speed and altitude over the whole route
 */
record Route(
    Airport origin, Airport destination, @Nullable Diversion diversion, SpeedProfile profile) {

  /**
   * A change of destination on the way.
   *
   * @param latitude the latitude of the turning point
   * @param longitude the longitude of the turning point
   * @param alternate the airport where it lands
   * @param share the fraction of the planned route before the turn, 0 to 1
   */
  record Diversion(double latitude, double longitude, Airport alternate, double share) {}

  /** Returns the airport where it lands. */
  Airport last() {
    return diversion == null ? destination : diversion.alternate();
  }
}
