package io.windsock.ede;

import com.sun.management.ThreadMXBean;
import io.windsock.contracts.schema.Catalogue;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.apache.avro.generic.GenericRecord;

/**
 * How fast one thread applies positions to states kept as bytes: decode, apply, encode. Flights
 * report with skewed frequency; one position in twenty is late. Run it from the test class path:
 * {@code java -cp … io.windsock.ede.EdeRate}. It prints a line a round: applies a second of the
 * clock and of the thread's processor time, and bytes allocated.
 */
final class EdeRate {
  private static final int FLIGHTS = 5_000;
  private static final int EVENTS = 200_000;
  private static final int ROUNDS = 12;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private EdeRate() {}

  public static void main(String[] args) throws Exception {
    Catalogue catalogue = Catalogue.builtIn("airline");
    Ede ede = new Ede(EdeDefinition.builtIn(catalogue));
    Random random = new Random(1);
    byte[][] states = new byte[FLIGHTS][];
    for (int i = 0; i < FLIGHTS; i++) {
      states[i] = ede.encode(ede.apply(null, status(catalogue, i), i).state());
    }
    byte[][] events = new byte[EVENTS][];
    int[] flights = new int[EVENTS];
    for (int i = 0; i < EVENTS; i++) {
      flights[i] = (int) (FLIGHTS * Math.pow(random.nextDouble(), 2));
      events[i] = position(catalogue, flights[i], i, random);
    }
    System.out.println("state " + states[0].length + " bytes, event " + events[0].length);
    for (int round = 0; round < ROUNDS; round++) {
      long bytes = THREADS.getCurrentThreadAllocatedBytes();
      long cpuNs = THREADS.getCurrentThreadCpuTime();
      long ns = System.nanoTime();
      for (int i = 0; i < EVENTS; i++) {
        GenericRecord state = ede.decode(states[flights[i]]);
        states[flights[i]] = ede.encode(ede.apply(state, events[i], i).state());
      }
      ns = System.nanoTime() - ns;
      cpuNs = THREADS.getCurrentThreadCpuTime() - cpuNs;
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      System.out.printf(
          "%,d applies/s, %,d applies/CPU-s, %d bytes allocated each%n",
          EVENTS * 1_000_000_000L / ns, EVENTS * 1_000_000_000L / cpuNs, bytes / EVENTS);
    }
  }

  private static byte[] status(Catalogue catalogue, int flight) {
    return Events.event(
        catalogue,
        "FlightStatus",
        1_700_000_000_000L,
        "status",
        "OFF",
        "airline",
        "BAW",
        "flightNumber",
        "BA" + flight,
        "registration",
        "G-ABCD",
        "aircraftType",
        "A320",
        "origin",
        "EHAM",
        "destination",
        "EGLL",
        "originName",
        "Amsterdam",
        "destinationName",
        "London Heathrow",
        "scheduledDeparture",
        1_700_000_000_000L,
        "estimatedDeparture",
        1_700_000_300_000L,
        "actualOff",
        1_700_000_900_000L,
        "scheduledArrival",
        1_700_003_600_000L,
        "estimatedArrival",
        1_700_003_900_000L,
        "terminal",
        "5",
        "gate",
        "B42");
  }

  private static byte[] position(Catalogue catalogue, int flight, int number, Random random) {
    long late = random.nextInt(20) == 0 ? 60_000 : 0;
    return Events.event(
        catalogue,
        "FlightPosition",
        1_700_001_000_000L + number * 100L - late,
        "latitude",
        51 + random.nextDouble(),
        "longitude",
        random.nextDouble(),
        "altitudeFt",
        random.nextInt(40_000),
        "groundSpeedKt",
        random.nextFloat() * 500,
        "trackDeg",
        random.nextFloat() * 360,
        "verticalRateFpm",
        random.nextFloat() * 1000,
        "callsign",
        "BAW" + flight,
        "icao24",
        "40621d");
  }
}
