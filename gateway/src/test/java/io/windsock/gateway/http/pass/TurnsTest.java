package io.windsock.gateway.http.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final long PATIENCE_NS = 100;

  @Test
  void shouldGiveTurnsInTheOrderOfArrival() {
    Turns<String> turns = new Turns<>(2, PATIENCE_NS);
    List.of("a", "b", "c", "d").forEach(request -> turns.add(request, 0));
    assertThat(turns.next()).isEqualTo("a");
    assertThat(turns.next()).isEqualTo("b");
    assertThat(turns.next()).isNull();
    assertThat(turns.remove("c")).isTrue();
    assertThat(turns.remove("a")).as("it has its turn").isFalse();
    turns.done();
    assertThat(turns.next()).isEqualTo("d");
    assertThat(turns.waiting()).isZero();
    assertThat(turns.taken()).isEqualTo(2);
  }

  @Test
  void shouldExpireWhatHasWaitedForLongerThanItsPatience() {
    Turns<String> turns = new Turns<>(1, PATIENCE_NS);
    turns.add("a", -50);
    turns.add("b", 0);
    turns.add("c", 1);
    assertThat(turns.next()).isEqualTo("a");
    assertThat(turns.expired(100)).isEmpty();
    assertThat(turns.expired(101)).containsExactly("b");
    assertThat(turns.waiting()).isEqualTo(1);
    turns.done();
    assertThat(turns.next()).isEqualTo("c");
  }

  @Test
  void shouldRefuseToFreeATurnThatNobodyHas() {
    assertThatThrownBy(new Turns<String>(1, PATIENCE_NS)::done)
        .isInstanceOf(IllegalStateException.class);
  }

  /** What happens: a number's remainder selects it, the rest selects a request. */
  @Property
  void shouldLoseNoRequestAndNoTurn(
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 10_000) Integer> steps,
      @ForAll @IntRange(min = 1, max = 5) int most) {
    Turns<Integer> turns = new Turns<>(most, PATIENCE_NS);
    Deque<Integer> waiting = new ArrayDeque<>();
    Map<Integer, Long> since = new HashMap<>();
    List<Integer> asking = new ArrayList<>();
    long nowNs = 0;
    int added = 0;
    for (int step : steps) {
      nowNs += step % 50;
      switch (step % 5) {
        case 0, 1 -> {
          turns.add(added, nowNs);
          waiting.add(added);
          since.put(added++, nowNs);
        }
        case 2 -> {
          int any = added == 0 ? 0 : step % added;
          assertThat(turns.remove(any)).isEqualTo(waiting.remove(any));
        }
        case 3 -> {
          if (!asking.isEmpty()) {
            asking.remove(step % asking.size());
            turns.done();
          }
        }
        default -> {
          for (int expired : turns.expired(nowNs)) {
            assertThat(expired).isEqualTo(waiting.poll());
            assertThat(nowNs - since.getOrDefault(expired, 0L)).isGreaterThan(PATIENCE_NS);
          }
          long oldestNs = since.getOrDefault(waiting.peek(), nowNs);
          assertThat(nowNs - oldestNs).isLessThanOrEqualTo(PATIENCE_NS);
        }
      }
      for (Integer next = turns.next(); next != null; next = turns.next()) {
        assertThat(next).isEqualTo(waiting.poll());
        asking.add(next);
      }
      assertThat(turns.waiting()).isEqualTo(waiting.size());
      assertThat(turns.taken()).isEqualTo(asking.size()).isLessThanOrEqualTo(most);
      assertThat(waiting.isEmpty() || asking.size() == most).as("no turn is left free").isTrue();
    }
  }
}
