package io.windsock.feeds.generate;

import java.math.BigInteger;

/**
 * Flight numbers that are unique among the legs of an airline, in an order that looks random and
 * differs between airlines. Immutable.
 */
final class FlightNumbers {
  private static final int FEWEST = 997;
  private static final int FEWEST_APART = 100;

  private final HubNetwork network;
  // For each slot, a prime not below the number of its airline's legs.
  private final int[] numbers = new int[HubNetwork.SLOTS];
  private final int[] first = new int[HubNetwork.SLOTS];
  private final int[] stride = new int[HubNetwork.SLOTS];

  FlightNumbers(long seed, int flights, HubNetwork network) {
    this.network = network;
    for (int slot = 0; slot < HubNetwork.SLOTS; slot++) {
      int least = Math.max(FEWEST, network.legsOfAirline(slot, flights));
      numbers[slot] = BigInteger.valueOf(least - 1).nextProbablePrime().intValueExact();
      long ofAirline = Chance.mix(seed, network.firstSlot(slot));
      first[slot] = Math.floorMod(ofAirline, numbers[slot]);
      stride[slot] =
          FEWEST_APART + Math.floorMod(ofAirline >>> 32, numbers[slot] - 2 * FEWEST_APART);
    }
  }

  /** Returns the flight number, from 1, of leg {@code index}, which has this slot. */
  int of(int slot, int index) {
    long place = network.numberInAirline(slot, index);
    return 1 + (int) ((place * stride[slot] + first[slot]) % numbers[slot]);
  }
}
