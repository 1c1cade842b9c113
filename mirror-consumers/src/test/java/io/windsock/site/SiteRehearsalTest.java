package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.site.progress.Progress;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.progress.SitePhase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SiteRehearsalTest {
  private static final Duration MOST = Duration.ofSeconds(5);

  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();
  private final SiteRehearsal rehearsal = new SiteRehearsal("m1", MOST, this::rehearse);

  private void rehearse(Duration most) throws InterruptedException {
    assertThat(most).isEqualTo(MOST);
    begun.incrementAndGet();
    end.await();
  }

  @AfterEach
  void stop() {
    rehearsal.close();
  }

  private static Progress at(SitePhase phase) {
    return new Progress(phase, "", ReadyQueue.unknown(1), 0, 0);
  }

  @Test
  void shouldBeginOnceWhenTheSiteHasCaughtUp() {
    rehearsal.start();
    rehearsal.look(at(SitePhase.CATCHING_UP));
    assertThat(begun).hasValue(0);

    rehearsal.look(at(SitePhase.LIVE));
    await().untilAtomic(begun, value -> assertThat(value).isEqualTo(1));
    assertThat(rehearsal.over()).isFalse();

    end.countDown();
    await().until(rehearsal::over);
    rehearsal.look(at(SitePhase.LIVE));
    assertThat(begun).hasValue(1);
  }

  @Test
  void shouldEndWhenClosedBeforeTheSiteHasCaughtUp() {
    rehearsal.start();
    rehearsal.close();
    rehearsal.look(at(SitePhase.LIVE));
    assertThat(begun).hasValue(0);
  }

  @Test
  void shouldEndWhenClosedMeanwhile() {
    rehearsal.start();
    rehearsal.look(at(SitePhase.LIVE));
    await().untilAtomic(begun, value -> assertThat(value).isEqualTo(1));
    rehearsal.close();
    assertThat(rehearsal.over()).isFalse();
  }

  @Test
  void shouldBeOverWhereItFails() {
    try (SiteRehearsal failing =
        new SiteRehearsal(
            "m1",
            MOST,
            most -> {
              throw new LinkageError("as asked");
            })) {
      failing.start();
      failing.look(at(SitePhase.LIVE));
      await().until(failing::over);
    }
  }

  @Test
  void shouldHoldUpNothingOnceItsTimeIsOver() {
    try (SiteRehearsal hanging = new SiteRehearsal("m1", Duration.ofMillis(1), m -> end.await())) {
      hanging.start();
      hanging.look(at(SitePhase.CATCHING_UP));
      assertThat(hanging.over()).isFalse();
      hanging.look(at(SitePhase.LIVE));
      await().until(hanging::over);
      assertThat(end.getCount()).isEqualTo(1);
    }
  }

  @Test
  void shouldBeOverAtOnceWithoutTime() {
    try (SiteRehearsal none = new SiteRehearsal("m1", Duration.ZERO, this::rehearse)) {
      assertThat(none.over()).isTrue();
      none.start();
      none.look(at(SitePhase.LIVE));
    }
    assertThat(begun).hasValue(0);
  }
}
