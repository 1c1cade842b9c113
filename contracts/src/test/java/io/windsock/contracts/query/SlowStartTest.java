package io.windsock.contracts.query;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowStartTest {
  private static final long MS = 1_000_000;
  private static final int CALLS = 20_000;
  private static final long MEMBER = Rendezvous.hash("m1");

  private static long call(int i) {
    return Rendezvous.hash("caller:" + i);
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 0.0625",
    "0, 0.0625",
    "2000, 0.25",
    "5000, 0.53125",
    "9999, 0.9999",
    "10000, 1",
    "99999, 1"
  })
  void shouldAdmitAShareThatGrows(long ms, double share) {
    int admitted = 0;
    for (int i = 0; i < CALLS; i++) {
      admitted += SlowStart.admits(call(i), MEMBER, ms * MS) ? 1 : 0;
    }
    assertThat(admitted / (double) CALLS).isBetween(share - 0.02, share + 0.02);
  }

  /** The first {@code others} of {@code all} members have run for longer, the rest is new. */
  @ParameterizedTest
  @CsvSource({"0, 1, true", "1, 2, false", "1, 3, true", "2, 4, false", "2, 5, true"})
  void shouldNotBurdenFewWithTheCallsOfMany(int others, int all, boolean off) {
    SlowStart starts = new SlowStart(all, slot -> Rendezvous.hash("m" + slot));
    long slots = (1L << all) - 1;
    long older = (1L << others) - 1;
    for (int slot = 0; slot < all; slot++) {
      starts.seen(slot, "run");
    }
    starts.take(older, 0);
    starts.take(slots, SlowStart.SPAN_NS);

    boolean allDue = true;
    for (int i = 0; i < 100; i++) {
      long due = starts.due(call(i), slots, SlowStart.SPAN_NS);
      assertThat(due & older).isEqualTo(older);
      allDue &= due == slots;
    }
    assertThat(allDue).isEqualTo(off);
    assertThat(starts.due(call(0), slots, 2 * SlowStart.SPAN_NS)).isEqualTo(slots);
  }

  @Property
  void shouldAdmitLaterWhatItAdmitsNow(
      @ForAll int call,
      @ForAll @IntRange(min = 0, max = 10_000) int ms,
      @ForAll @IntRange(min = 0, max = 10_000) int laterMs) {
    boolean now = SlowStart.admits(call(call), MEMBER, ms * MS);
    boolean later = SlowStart.admits(call(call), MEMBER, (ms + laterMs) * MS);
    assertThat(later || !now).isTrue();
  }

  /** Otherwise a new member would get those calls alone for which it ranks first, or last. */
  @ParameterizedTest
  @CsvSource({"0", "5000"})
  void shouldAdmitWhateverTheRank(long ms) {
    int admitted = 0;
    int first = 0;
    for (int i = 0; i < CALLS; i++) {
      if (SlowStart.admits(call(i), MEMBER, ms * MS)) {
        admitted++;
        long other = Rendezvous.score(call(i), Rendezvous.hash("m2"));
        first += Rendezvous.score(call(i), MEMBER) > other ? 1 : 0;
      }
    }
    assertThat(first / (double) admitted).isBetween(0.44, 0.56);
  }
}
