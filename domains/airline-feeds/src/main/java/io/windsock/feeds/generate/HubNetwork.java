package io.windsock.feeds.generate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The airlines and destinations of a hub. The airline based there flies to all airports in range,
 * more often to near ones; other airlines fly to their own bases. Immutable.
 */
final class HubNetwork {
  /** The longest leg, nautical miles. */
  static final double LONGEST_NM = 3_800;

  /** Legs are assigned to airlines in groups of twenty. */
  static final int SLOTS = 20;

  private static final double SHORTEST_NM = 120;
  private static final int HOME_SLOTS = 11;
  private static final double NEAR_NM = 600;
  private static final int FEW_TYPES = 4;

  /** An airport in range of the hub. */
  record Spoke(Airport airport, double distanceNm) {}

  private final ReferenceData data;
  private final Airport hub;
  private final List<Spoke> spokes;
  private final double[] upTo;
  // For each of the twenty slots, its airline, and how many of that airline's slots precede it.
  private final List<Airline> slots;
  private final int[] rank;
  private final int[] share;

  HubNetwork(ReferenceData data, String hubCode) {
    this.data = data;
    hub = data.airport(hubCode);
    spokes =
        data.airports().stream()
            .filter(airport -> !airport.icao().equals(hubCode))
            .map(airport -> new Spoke(airport, hub.distanceNm(airport)))
            .filter(spoke -> spoke.distanceNm() > SHORTEST_NM && spoke.distanceNm() < LONGEST_NM)
            .sorted(Comparator.comparingDouble(Spoke::distanceNm))
            .toList();
    upTo = new double[spokes.size()];
    double sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += 1 / (1 + spokes.get(i).distanceNm() / NEAR_NM);
      upTo[i] = sum;
    }
    slots = slots();
    rank = new int[SLOTS];
    share = new int[SLOTS];
    countSlots();
  }

  private List<Airline> slots() {
    Airline home =
        data.airlines().stream()
            .filter(airline -> airline.base().equals(hub.icao()))
            .findFirst()
            .orElseThrow();
    List<Airline> given = new ArrayList<>();
    for (Spoke spoke : spokes) {
      data.airlines().stream()
          .filter(airline -> airline.base().equals(spoke.airport().icao()))
          .limit(SLOTS - HOME_SLOTS - given.size())
          .forEach(given::add);
    }
    while (given.size() < SLOTS) {
      given.add(home);
    }
    return List.copyOf(given);
  }

  private void countSlots() {
    for (int i = 0; i < SLOTS; i++) {
      for (int j = 0; j < SLOTS; j++) {
        if (slots.get(i).equals(slots.get(j))) {
          rank[i] += j < i ? 1 : 0;
          share[i]++;
        }
      }
    }
  }

  Airport hub() {
    return hub;
  }

  /**
   * Returns the slot of leg number {@code index}; each group of twenty legs uses all twenty slots.
   */
  int slot(long seed, int index) {
    int turn = Math.floorMod(Chance.mix(seed, -1 - index / SLOTS), SLOTS);
    return (index * 7 + turn) % SLOTS;
  }

  Airline airline(int slot) {
    return slots.get(slot);
  }

  /** Returns the first slot of the same airline. */
  int firstSlot(int slot) {
    return slots.indexOf(slots.get(slot));
  }

  /** Returns the unique number of a slot's leg among the legs of its airline. */
  int numberInAirline(int slot, int index) {
    return index / SLOTS * share[slot] + rank[slot];
  }

  /** Returns the maximum number of an airline's legs if there are {@code flights} in all. */
  int legsOfAirline(int slot, int flights) {
    return (flights / SLOTS + 1) * share[slot];
  }

  /** Returns the other airport of a leg of {@code airline}. */
  Spoke spoke(Airline airline, Chance chance) {
    double drawn = chance.share();
    if (!airline.base().equals(hub.icao())) {
      for (Spoke spoke : spokes) {
        if (spoke.airport().icao().equals(airline.base())) {
          return spoke;
        }
      }
    }
    double place = drawn * upTo[upTo.length - 1];
    int index = 0;
    while (upTo[index] <= place) {
      index++;
    }
    return spokes.get(index);
  }

  /** Returns one of the smaller aircraft types with sufficient range. */
  AircraftType type(double distanceNm, Chance chance) {
    List<AircraftType> types = data.types();
    int first = 0;
    while (types.get(first).longestNm() < distanceNm) {
      first++;
    }
    return types.get(first + chance.below(Math.min(FEW_TYPES, types.size() - first)));
  }

  /** Returns the airport nearest to {@code airport} other than itself and {@code origin}. */
  Airport alternate(Airport airport, Airport origin) {
    return data.airports().stream()
        .filter(other -> !other.equals(airport) && !other.equals(origin))
        .min(Comparator.comparingDouble(airport::distanceNm))
        .orElseThrow();
  }
}
