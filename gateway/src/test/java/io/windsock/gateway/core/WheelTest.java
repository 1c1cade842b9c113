package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WheelTest {
  private static final long MS = 1_000_000;
  private static final long SWEEP_NS = 15 * MS;

  private static Pending pending(String id) {
    Call call = new Call(id, new Question.OfKey("k"), 100, null, 1, List.of());
    return new Pending(new Requester("caller", 1), call, id, 1, 0, 0, 0);
  }

  @Test
  void shouldHaveThePapersNumberOfQueues() {
    assertThat(Wheel.queues(100 * MS, SWEEP_NS)).isEqualTo(5);
    assertThat(Wheel.queues(90 * MS, SWEEP_NS)).isEqualTo(4);
    assertThat(Wheel.queues(60_000 * MS, MS)).isEqualTo(Wheel.MAX_QUEUES);
  }

  /** Each call is due once, not before its time and at most a sweep after it. */
  @Property
  void shouldPassEachCallOnInItsSweep(
      @ForAll @Size(max = 40) List<@LongRange(min = 0, max = 2_000_000_000L) Long> dueNs,
      @ForAll @IntRange(min = 1, max = 40) int queues,
      @ForAll @IntRange(min = 1, max = 20) int tickMs,
      @ForAll long originNs) {
    var wheel = new Wheel(SWEEP_NS, queues, originNs);
    Map<Pending, Long> times = new HashMap<>();
    for (long due : dueNs) {
      Pending call = pending("c");
      times.put(call, due);
      wheel.schedule(call, originNs + due);
    }
    for (long nowNs = 0; nowNs <= 2_100 * MS; nowNs += tickMs * MS) {
      long now = nowNs;
      wheel.advance(
          originNs + now,
          call -> {
            Long due = times.remove(call);
            assertThat(due).isNotNull();
            assertThat(now).isBetween(due, Math.max(due, 1) + SWEEP_NS + tickMs * MS);
          });
    }
    assertThat(times).isEmpty();
    assertThat(wheel.size()).isZero();
  }

  @Test
  void shouldPassOnAllThatIsDueAfterAPause() {
    var wheel = new Wheel(SWEEP_NS, 5, 0);
    for (int i = 0; i < 100; i++) {
      wheel.schedule(pending("c" + i), 20 * MS * i);
    }
    List<Pending> due = new ArrayList<>();
    wheel.advance(1_000 * MS, due::add);
    assertThat(due).hasSize(50);
    assertThat(wheel.size()).isEqualTo(50);
  }

  @Test
  void shouldTakeCallsWhileItSweeps() {
    var wheel = new Wheel(SWEEP_NS, 5, 0);
    Pending again = pending("again");
    Pending other = pending("other");
    Pending gone = pending("gone");
    for (Pending call : List.of(again, other, gone)) {
      wheel.schedule(call, SWEEP_NS);
    }
    List<Pending> due = new ArrayList<>();
    wheel.advance(
        SWEEP_NS,
        call -> {
          due.add(call);
          if (due.size() == 1) {
            wheel.schedule(call, SWEEP_NS);
            List.of(again, other, gone).stream()
                .filter(c -> c != call)
                .findFirst()
                .ifPresent(wheel::cancel);
          }
        });
    assertThat(due).hasSize(2);
    wheel.advance(2 * SWEEP_NS, due::add);
    assertThat(due).hasSize(3);
    assertThat(due.get(2)).isSameAs(due.get(0));
    assertThat(wheel.size()).isZero();
  }

  @Test
  void shouldForgetACancelledCall() {
    var wheel = new Wheel(SWEEP_NS, 5, 0);
    Pending call = pending("c");
    wheel.schedule(call, SWEEP_NS);
    wheel.cancel(call);
    wheel.cancel(call);
    List<Pending> due = new ArrayList<>();
    wheel.advance(100 * MS, due::add);
    assertThat(due).isEmpty();
  }
}
