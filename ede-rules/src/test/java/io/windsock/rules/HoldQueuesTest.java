package io.windsock.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.history.HoldQueues;
import io.windsock.rules.history.KeyHistory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HoldQueuesTest {
  private static final int RULE = 0;
  private static final byte[] KEY = "leg".getBytes(StandardCharsets.UTF_8);
  private static final long[] BOUNDS_MS = {100};

  private final HistoryLayout layout =
      RuleSet.of(
              AirlineEvents.CATALOGUE,
              List.of(Overwrite.latest("latest", "FlightPosition", 10, Duration.ofMillis(100))))
          .layout();

  private HeldEvent held(KeyHistory history, long sequence) {
    byte[] position = AirlineEvents.position(sequence, "A");
    SchemaVersion version =
        Objects.requireNonNull(AirlineEvents.CATALOGUE.version(Framing.schemaId(position)));
    Event event = new Event().source(position, version, sequence, 0);
    return new HeldEvent(history, RULE, event, 0, false);
  }

  private static List<Long> sequences(HoldQueues queues) {
    List<Long> sequences = new ArrayList<>();
    for (HeldEvent due = queues.due(RULE, 100); due != null; due = queues.due(RULE, 100)) {
      sequences.add(due.event().sequence());
      queues.remove(due);
    }
    return sequences;
  }

  /** An earlier rule may let an older event go in the millisecond in which a newer one is held. */
  @Test
  void shouldReleaseAfterARestartInTheOrderHeld() {
    KeyHistory history = new KeyHistory(KEY, layout);
    HoldQueues before = new HoldQueues(BOUNDS_MS);
    before.hold(held(history, 31), true, 0);
    before.hold(held(history, 26), true, 0);
    HoldQueues after = new HoldQueues(BOUNDS_MS);

    after.restore(KeyHistory.decode(KEY, history.encode(), layout), 50);
    after.queueRestored(50, sooner -> {});

    assertThat(sequences(before)).containsExactly(31L, 26L);
    assertThat(sequences(after)).containsExactly(31L, 26L);
  }
}
