package io.windsock.rules;

import static java.util.Objects.requireNonNull;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What the rules cost an event. Not a test: prints ns of CPU an event, of the best of some rounds.
 *
 * <pre>
 *  mvn -q -pl ede-rules -am test-compile
 *  mvn -q -pl ede-rules dependency:build-classpath -Dmdep.outputFile=target/classpath
 *  java -cp "ede-rules/target/test-classes:ede-rules/target/classes:$(cat ede-rules/target/classpath)" \
 *      io.windsock.rules.RulesRate
 * </pre>
 */
final class RulesRate {
  private static final int KEYS = 1 << 12;
  private static final int EVENTS = 2_000_000;
  private static final int ROUNDS = 7;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Catalogue CATALOGUE = AirlineEvents.CATALOGUE;

  private RulesRate() {}

  /** Runs all. */
  public static void main(String[] args) {
    byte[] position = AirlineEvents.position(1_500_000_000_000L);
    byte[] status = AirlineEvents.status(1_500_000_000_000L, "OFF", "B32");
    String landed = "status == 'LANDED'";
    String byCel = "status == 'LANDED' && gate == 'B32'";
    System.out.println("bytes: position " + position.length + ", status " + status.length);
    time("no rule", position);
    time("overwrite first 10", position, Overwrite.first("a", "FlightPosition", 10));
    time(
        "overwrite latest 10",
        position,
        Overwrite.latest("a", "FlightPosition", 10, Duration.ofSeconds(2)));
    time("sequence, position", position, sequence(landed));
    time("sequence, status", status, sequence(landed));
    time("sequence, status, CEL", status, sequence(byCel));
    time(
        "shipped rules, position",
        position,
        RuleSet.standard(CATALOGUE).rules().toArray(Rule[]::new));
    time("shipped rules, status", status, RuleSet.standard(CATALOGUE).rules().toArray(Rule[]::new));
    time(
        "coalesce 10",
        position,
        new Coalesce("a", List.of("FlightPosition"), 10, Duration.ofSeconds(1)));
    encode(position);
  }

  private static Rule sequence(String condition) {
    return new ComplexSequence(
        "s",
        new Match("FlightStatus", condition),
        "FlightPosition",
        ComplexSequence.Until.event("FlightStatus", "status in ['SCHEDULED', 'OUT']"));
  }

  private static void time(String what, byte[] event, Rule... rules) {
    Counter counter = new Counter();
    RuleSet set = RuleSet.of(CATALOGUE, List.of(rules));
    MirroringFunction function = new MirroringFunction(set.compiled(), counter);
    KeyHistory[] histories = histories(set);
    SchemaVersion version = requireNonNull(CATALOGUE.version(Framing.schemaId(event)));
    long[] clock = {0};
    best(
        what,
        () -> {
          for (int i = 0; i < EVENTS; i++) {
            long nowMs = ++clock[0] >> 9;
            function.receive(histories[i & (KEYS - 1)], event, version, clock[0], nowMs, nowMs);
            if ((i & 0xfff) == 0) {
              function.release(nowMs);
            }
          }
          return counter.events;
        });
  }

  private static void encode(byte[] event) {
    RuleSet set = RuleSet.of(CATALOGUE, List.of(Overwrite.first("a", "FlightPosition", 10)));
    MirroringFunction function = new MirroringFunction(set.compiled(), new Counter());
    KeyHistory[] histories = histories(set);
    SchemaVersion version = requireNonNull(CATALOGUE.version(Framing.schemaId(event)));
    for (KeyHistory history : histories) {
      function.receive(history, event, version, 1, 1, 1);
    }
    best(
        "encode a history",
        () -> {
          long bytes = 0;
          for (int i = 0; i < EVENTS; i++) {
            bytes += histories[i & (KEYS - 1)].encode().length;
          }
          return bytes;
        });
  }

  private static KeyHistory[] histories(RuleSet rules) {
    KeyHistory[] histories = new KeyHistory[KEYS];
    for (int i = 0; i < KEYS; i++) {
      histories[i] = new KeyHistory(("key" + i).getBytes(StandardCharsets.UTF_8), rules.layout());
    }
    return histories;
  }

  private static void best(String what, LongSupplier round) {
    long best = Long.MAX_VALUE;
    long result = 0;
    for (int i = 0; i < ROUNDS; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      result += round.getAsLong();
      best = Math.min(best, THREADS.getCurrentThreadCpuTime() - start);
    }
    System.out.printf("%-26s %7.1f ns   (%d)%n", what, (double) best / EVENTS, result);
  }

  private static final class Counter implements MirrorOutput {
    long events;

    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      events++;
    }

    @Override
    public void derived(
        KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {
      events++;
    }

    @Override
    public void taken(int rule, int count) {
      events += count;
    }
  }
}
