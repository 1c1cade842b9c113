package io.windsock.topology.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.config.RuleSet;
import io.windsock.topology.Events;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** What must hold whatever arrives: random records, rules, ticks, commits and restarts. */
class ReceiverPropertyTest {
  private static final int CASES = Integer.getInteger("windsock.cases", 150);
  private static final long NOW = 1_700_000_000_000L;

  /** No idle marker: its time counts from the start of the program. */
  private static final long NEVER = 1_000_000_000;

  private static final String[] CODES = {"SCHEDULED", "OFF", "LANDED", "AT_RUNWAY", "AT_GATE"};

  private static final List<String> RULES =
      List.of(
          "rules: []",
          """
          rules:
            - {name: first, rule: overwrite, type: FlightPosition, mode: first, length: 4}
          """,
          """
          rules:
            - {name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 5, maxHold: 300ms}
          """,
          """
          rules:
            - {name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 3, maxHold: 200ms}
            - {name: together, rule: coalesce, types: [FlightPosition, FlightStatus], max: 4, maxHold: 500ms}
          """);

  @Test
  void shouldAddUpInEveryMarker() {
    forEachCase(
        (seed, random) -> {
          Sent sent = new Sent();
          Desk desk = run(random, sent, seed, false, 400);
          long held = 0;
          long number = 0;
          long received = 0;
          long forwarded = 0;
          for (GenericRecord marker : sent.markers()) {
            long delta = count(marker, "held") - held;
            held = count(marker, "held");
            assertThat(count(marker, "received"))
                .as("seed %d: %s", seed, marker)
                .isEqualTo(
                    count(marker, "passed")
                        + count(marker, "carried")
                        + taken(marker)
                        + count(marker, "deadLettered")
                        + delta);
            assertThat(count(marker, "received"))
                .as("seed %d: %s", seed, marker)
                .isEqualTo(
                    count(marker, "forwarded")
                        + count(marker, "notForwarded")
                        + count(marker, "deadLettered"));
            assertThat(count(marker, "number")).as("seed %d", seed).isEqualTo(++number);
            received += count(marker, "received");
            forwarded += count(marker, "forwarded");
            assertThat(count(marker, "sequence")).as("seed %d", seed).isEqualTo(received);
          }
          assertThat(received).as("seed %d", seed).isEqualTo(desk.table.accounts().sequence);
          assertThat(forwarded).as("seed %d", seed).isEqualTo(sent.forwardedEvents().size());
          assertThat(sequences(sent.forwarded)).as("seed %d", seed).isSorted();
          checkCoveredByMarkers(sent, seed);
        });
  }

  /** No event is mirrored with a sequence above that of the marker after it. */
  private static void checkCoveredByMarkers(Sent sent, long seed) {
    Iterator<GenericRecord> markers = sent.markers().iterator();
    long highest = 0;
    for (Sent.Row row : sent.mirrored) {
      if (row.isMarker()) {
        assertThat(highest)
            .as("seed %d", seed)
            .isLessThanOrEqualTo(count(markers.next(), "sequence"));
      } else {
        assertThat(row.sequence()).as("seed %d", seed).isPositive();
        highest = Math.max(highest, row.sequence());
      }
    }
  }

  @Test
  void shouldGoOnAfterARestartAsIfThereHadBeenNone() {
    forEachCase(
        (seed, random) -> {
          Sent through = new Sent();
          Desk straight = run(new Random(seed), through, seed, false, NEVER);
          Sent pieces = new Sent();
          Desk restarted = run(new Random(seed), pieces, seed, true, NEVER);

          assertThat(rows(pieces.forwarded)).as("seed %d", seed).isEqualTo(rows(through.forwarded));
          assertThat(rows(pieces.mirrored)).as("seed %d", seed).isEqualTo(rows(through.mirrored));
          assertThat(Desk.content(restarted.table))
              .as("seed %d", seed)
              .isEqualTo(Desk.content(straight.table));
        });
  }

  @Test
  void shouldLogExactlyWhatTheTableHolds() {
    forEachCase(
        (seed, random) -> {
          Desk desk = run(random, new Sent(), seed, random.nextBoolean(), 400);
          desk.commit();

          assertThat(Desk.content(desk.restored()))
              .as("seed %d", seed)
              .isEqualTo(Desk.content(desk.table));
        });
  }

  /** The same seed gives the same records, ticks and commits, with restarts or without. */
  private static Desk run(Random random, Sent sent, long seed, boolean restarts, long idleMs) {
    var rules = Desk.rules(RULES.get(Math.floorMod(seed, RULES.size())));
    Desk desk = new Desk(rules, new Markers(1 + random.nextInt(20), idleMs), sent, NOW);
    long nowMs = NOW;
    long epoch = 0;
    for (int step = 0; step < 300; step++) {
      nowMs += random.nextInt(30);
      int kind = random.nextInt(20);
      if (kind == 0) {
        desk.receiver.tick(nowMs);
      } else if (kind == 7 && random.nextInt(4) == 0) {
        desk.offer(++epoch, anyRules(random), 1 + random.nextInt(20), random.nextInt(3));
        desk.receiver.takeParameters(nowMs);
      } else if (kind == 1) {
        desk.commit();
        if (restarts) {
          desk.restart(nowMs);
        }
      } else {
        receive(desk, random, kind, nowMs);
      }
    }
    desk.receiver.tick(nowMs + 10_000);
    desk.receiver.tick(nowMs + 20_000);
    return desk;
  }

  private static RuleSet anyRules(Random random) {
    return Desk.rules(RULES.get(random.nextInt(RULES.size())));
  }

  private static void receive(Desk desk, Random random, int kind, long nowMs) {
    String key = "BA" + random.nextInt(5);
    long eventTimeMs = nowMs - random.nextInt(1_000);
    if (kind == 2) {
      byte[] noise = new byte[random.nextInt(40)];
      random.nextBytes(noise);
      desk.receive(random.nextInt(3), key, noise, nowMs);
    } else if (kind < 6) {
      String code = CODES[random.nextInt(CODES.length)];
      desk.receive(Desk.STATUS, key, Events.status(eventTimeMs, code), nowMs);
    } else if (kind < 8) {
      desk.receive(Desk.BOARDING, key, Events.boarding(eventTimeMs, random.nextInt(99)), nowMs);
    } else {
      desk.receive(Desk.POSITIONS, key, Events.position(eventTimeMs), nowMs);
    }
  }

  private interface Case {
    void check(long seed, Random random);
  }

  private static void forEachCase(Case property) {
    long first = Long.getLong("windsock.seed", System.nanoTime());
    for (long seed = first; seed < first + CASES; seed++) {
      property.check(seed, new Random(seed));
    }
  }

  /** The rows of each key in their order; of keys that fall due together any may come first. */
  private static Map<String, List<String>> rows(List<Sent.Row> records) {
    return records.stream()
        .collect(
            Collectors.groupingBy(
                Sent.Row::key, Collectors.mapping(Sent.Row::toString, Collectors.toList())));
  }

  private static List<Long> sequences(List<Sent.Row> records) {
    return records.stream().filter(r -> !r.isMarker()).map(Sent.Row::sequence).toList();
  }

  private static long count(GenericRecord marker, String field) {
    return (Long) marker.get(field);
  }

  private static long taken(GenericRecord marker) {
    return ((Map<?, ?>) marker.get("taken"))
        .values().stream().mapToLong(value -> (Long) value).sum();
  }
}
