package io.windsock.feeds.generate;

import java.util.Arrays;

/**
 * The schedule of a hub's legs. They come in banks, arrivals before departures so that passengers
 * can change; the first and last banks of a long day have fewer. Immutable.
 */
final class HubSchedule {
  private static final long BANK_MS = 90 * 60_000L;

  /** A period of a few hours mixes arrivals and departures, so that both are visible. */
  private static final long SHORT_BANK_MS = 30 * 60_000L;

  private static final long FEW_HOURS_MS = 4 * 60 * 60_000L;
  private static final long ROUND_MS = 5 * 60_000L;
  private static final int BANKS_OF_A_DAY = 8;
  private static final double QUIET = 0.35;
  private static final double ARRIVALS_FROM = 0.02;
  private static final double DEPARTURES_FROM = 0.43;
  private static final double SPREAD = 0.55;

  private final long fromMs;
  private final long bankMs;
  private final int flights;
  // The cumulative fraction of flights at the end of each bank.
  private final double[] upTo;

  /** Distributes {@code flights} legs over {@code lengthMs} from {@code fromMs} on. */
  HubSchedule(long fromMs, long lengthMs, int flights) {
    this.fromMs = fromMs;
    this.flights = flights;
    long wantedMs = lengthMs < FEW_HOURS_MS ? SHORT_BANK_MS : BANK_MS;
    int banks = (int) Math.max(1, Math.round((double) lengthMs / wantedMs));
    bankMs = lengthMs / banks;
    upTo = new double[banks];
    double sum = 0;
    for (int bank = 0; bank < banks; bank++) {
      double day = Math.sin(Math.PI * (bank + 0.5) / banks);
      sum += banks < BANKS_OF_A_DAY ? 1 : QUIET + (1 - QUIET) * day;
      upTo[bank] = sum;
    }
    for (int bank = 0; bank < banks; bank++) {
      upTo[bank] /= sum;
    }
  }

  /** Returns a time before which no leg from number {@code index} on is scheduled at the hub. */
  long notBeforeMs(int index) {
    return fromMs + bank((double) index / flights) * bankMs;
  }

  /**
   * Returns the scheduled time at the hub of leg number {@code index}, a multiple of five minutes.
   */
  long timeMs(int index, boolean fromHub, double jitter) {
    double place = (index + jitter) / flights;
    int bank = bank(place);
    double before = bank == 0 ? 0 : upTo[bank - 1];
    double inBank = (place - before) / (upTo[bank] - before);
    double offCentre = 2 * inBank - 1;
    double clustered = 0.5 + 0.5 * offCentre * Math.sqrt(Math.abs(offCentre));
    double start = fromHub ? DEPARTURES_FROM : ARRIVALS_FROM;
    long time = fromMs + (long) (bankMs * (bank + start + SPREAD * clustered));
    return roundUp(time);
  }

  /** Returns the first schedulable time at or after {@code timeMs}. */
  static long roundUp(long timeMs) {
    return Math.floorDiv(timeMs + ROUND_MS - 1, ROUND_MS) * ROUND_MS;
  }

  private int bank(double place) {
    int found = Arrays.binarySearch(upTo, place);
    int bank = found >= 0 ? found + 1 : -found - 1;
    return Math.min(bank, upTo.length - 1);
  }
}
