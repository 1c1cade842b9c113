package io.windsock.gateway.http.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.gateway.CallPace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnLimitTest {
  private static final int MOST = 32;
  private static final long TIME_NS = 100;

  private final CallPace calls = new CallPace();
  private final TurnLimit limit = new TurnLimit(MOST, calls);

  private void calls(int quick, int slow) {
    for (int i = 0; i < quick; i++) {
      calls.add(TIME_NS / 4, TIME_NS);
    }
    for (int i = 0; i < slow; i++) {
      calls.add(TIME_NS / 4 + 1, TIME_NS);
    }
  }

  /** The limit after each of so many windows, each with these calls. */
  private List<Integer> windows(int count, boolean waiting, int quick, int slow) {
    List<Integer> limits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls(quick, slow);
      limit.advance(waiting);
      limits.add(limit.now());
    }
    return limits;
  }

  @Test
  void shouldRiseToTheMostWhileCallsAreQuickAndRequestsWait() {
    assertThat(limit.now()).isEqualTo(4);
    assertThat(windows(5, true, 98, 2)).containsExactly(8, 16, 32, 32, 32);
  }

  @Test
  void shouldRiseWithoutCalls() {
    assertThat(windows(4, true, 0, 0)).containsExactly(8, 16, 32, 32);
  }

  @Test
  void shouldHalveItWhileCallsAreSlowAndThenRiseByOne() {
    assertThat(windows(3, true, 100, 0)).endsWith(32);
    assertThat(windows(6, true, 97, 3)).containsExactly(16, 8, 4, 2, 2, 2);
    assertThat(windows(3, true, 100, 0)).containsExactly(3, 4, 5);
    assertThat(windows(1, true, 0, 100)).containsExactly(2);
  }

  @Test
  void shouldWaitForMoreCallsWhereThereAreFew() {
    assertThat(windows(10, true, 1, 1)).containsExactly(4, 4, 4, 4, 4, 4, 4, 4, 4, 2);
    assertThat(windows(4, true, 9, 0)).as("after 20, and a window").containsExactly(2, 2, 3, 3);
  }

  @Test
  void shouldBeginAnewOnceNoRequestHasWaitedForAWhile() {
    assertThat(windows(1, true, 0, 100)).containsExactly(2);
    assertThat(windows(20, false, 100, 0)).endsWith(2, 4).doesNotContain(3);
    assertThat(windows(2, true, 100, 0)).containsExactly(8, 16);
  }

  @Test
  void shouldNotRiseWhileNoRequestWaits() {
    assertThat(windows(30, false, 100, 0)).containsOnly(4);
  }

  @Test
  void shouldKeepToALowMost() {
    TurnLimit one = new TurnLimit(1, calls);
    for (int i = 0; i < 5; i++) {
      calls(0, 100);
      one.advance(true);
      assertThat(one.now()).isEqualTo(1);
    }
  }
}
