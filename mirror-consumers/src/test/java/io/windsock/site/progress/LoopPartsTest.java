package io.windsock.site.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateDelay;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopPartsTest {
  private static final Token TOKEN = new Token(1, new long[] {0});

  @Test
  void shouldMeasureTheRateOverTheLastReadings() {
    RateMeter rate = new RateMeter();

    assertThat(rate.read(0, 0)).isZero();
    assertThat(rate.read(1000, 1000)).isEqualTo(1000);
    assertThat(rate.read(1000, 2000)).isEqualTo(500);
    for (int second = 3; second <= 10; second++) {
      rate.read(1000, second * 1000L);
    }
    assertThat(rate.read(1500, 11_000)).isEqualTo(100);
  }

  @Test
  void shouldTellHowFarItIsOnItsWayToTheEnd() {
    CatchUp catchUp = new CatchUp(0);

    assertThat(catchUp.describe(1000, 0, 0)).isEqualTo("applied 0 of 1,000 (0.0%), 0 events/s");
    assertThat(catchUp.describe(250, 750, 1000))
        .isEqualTo("applied 750 of 1,000 (75.0%), 750 events/s, about 0 s left");
    assertThat(catchUp.describe(750, 75, 10_000)).endsWith("about 30 s left");
  }

  @Test
  void shouldCountAnEmptyLogAsApplied() {
    assertThat(new CatchUp(0).describe(0, 0, 10)).startsWith("applied 0 of 0 (100.0%)");
  }

  @Test
  void shouldMeasureTheDelayOfEachEventOfALiveBatch() {
    UpdateDelay delay = new UpdateDelay();

    delay.sent(batch(true, 100, 190), 200);
    delay.sent(batch(false, 0, 0), 200);
    delay.sent(batch(true, 300), 200); // clocks differ

    UpdateDelay.Percentiles percentiles = delay.percentiles();
    assertThat(percentiles.events()).isEqualTo(3);
    assertThat(percentiles.p50Ms()).isEqualTo(10);
    assertThat(percentiles.maxMs()).isEqualTo(100);
    assertThat(delay.percentiles().events()).isEqualTo(3);
  }

  @Test
  void shouldTellEachReaderWhatCameSinceItsOwnLastRead() {
    UpdateDelay delay = new UpdateDelay();
    delay.sent(batch(true, 100), 200);
    UpdateDelay.Window one = delay.window();
    UpdateDelay.Window other = delay.window();

    delay.sent(batch(true, 150), 200);
    assertThat(one.read()).isEqualTo(new UpdateDelay.Percentiles(1, 50, 50, 50));
    assertThat(delay.percentiles().events()).isEqualTo(2);
    delay.sent(batch(true, 170), 200);

    assertThat(one.read()).isEqualTo(new UpdateDelay.Percentiles(1, 30, 30, 30));
    assertThat(one.read().events()).isZero();
    assertThat(other.read().events()).isEqualTo(2);
    assertThat(delay.percentiles().events()).isEqualTo(3);
  }

  private static UpdateBatch batch(boolean live, long... startsMs) {
    return new UpdateBatch(1, TOKEN, TOKEN, live, List.of(), startsMs);
  }
}
