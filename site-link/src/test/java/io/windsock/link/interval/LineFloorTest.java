package io.windsock.link.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineFloorTest {
  private static final long MS = 1_000_000;
  private static final long SHORT_NS = 4 * MS;

  private final LineFloor floor = new LineFloor();
  private long nowNs = 17 * MS;
  private long lineFreeNs = nowNs;
  private long worstQueueNs;

  private long interval() {
    return Math.max(SHORT_NS, floor.floorNs());
  }

  /**
   * Sends batches over a line, which serves one after the other.
   *
   * @param load the share of the line that the records take
   * @param ownBytesMs how long the line takes for the bytes that each batch has of its own
   */
  private void send(double load, double ownBytesMs, long halfTripMs, double seconds) {
    long endNs = nowNs + (long) (seconds * 1e9);
    worstQueueNs = 0;
    while (nowNs < endNs) {
      nowNs += interval();
      long beginNs = Math.max(nowNs, lineFreeNs);
      worstQueueNs = Math.max(worstQueueNs, beginNs - nowNs);
      lineFreeNs = beginNs + (long) (load * interval() + ownBytesMs * MS);
      long repliedNs = lineFreeNs + 2 * halfTripMs * MS;
      floor.replied(repliedNs, repliedNs - nowNs, interval());
    }
  }

  @ParameterizedTest
  @CsvSource({
    // load, ms of a batch's own bytes, half of a round trip, ms
    "0.1, 0.5, 10",
    "0.5, 1.0, 10",
    "0.8, 0.4, 50",
    "0.0, 0.0, 0",
  })
  void shouldBeNoneWhereTheLineIsNotOverloaded(double load, double own, long half) {
    send(load, own, half, 20);

    assertThat(floor.floorNs()).isZero();
  }

  /** The line is overloaded up to an interval of own / (1 - load). */
  @ParameterizedTest
  @CsvSource({"0.9, 0.6, 10", "0.9, 1.2, 50", "0.7, 1.5, 50", "0.5, 5.0, 10"})
  void shouldFindTheIntervalAtWhichTheLineIsNotOverloaded(double load, double own, long half) {
    send(load, own, half, 10);
    send(load, own, half, 60);

    double kneeNs = own * MS / (1 - load);
    assertThat((double) interval()).isBetween(0.8 * kneeNs, 4 * kneeNs);
    assertThat(worstQueueNs).isLessThan(60 * MS);
  }

  @Test
  void shouldGoAwayAgain() {
    send(0.9, 1, 10, 10);
    assertThat(floor.floorNs()).isGreaterThan(SHORT_NS);

    send(0.1, 0.1, 10, 60);
    assertThat(floor.floorNs()).isLessThan(SHORT_NS);
  }

  @Test
  void shouldHaveABoundWhereNothingHelps() {
    send(1.2, 0, 10, 20);

    assertThat(floor.floorNs()).isLessThanOrEqualTo(LineFloor.MAX_NS);
  }

  /** While a lost packet is sent again, all batches behind it wait; then none does. */
  @Property(tries = 50)
  void shouldNotTakeALostPacketForAQueue(@ForAll long seed) {
    Random random = new Random(seed);
    LineFloor lossy = new LineFloor();
    long stallEndNs = 0;
    for (long sentNs = 0; sentNs < 10_000 * MS; sentNs += SHORT_NS) {
      if (sentNs > stallEndNs && random.nextInt(100) == 0) {
        stallEndNs = sentNs + (20 + random.nextInt(60)) * MS;
      }
      long arrivedNs = Math.max(sentNs + 20 * MS, stallEndNs);
      lossy.replied(arrivedNs, arrivedNs - sentNs, SHORT_NS);
    }

    assertThat(lossy.floorNs()).isLessThan(SHORT_NS);
  }
}
