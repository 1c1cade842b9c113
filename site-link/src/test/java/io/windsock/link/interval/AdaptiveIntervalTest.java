package io.windsock.link.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.transport.Ack;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveIntervalTest {
  private static final long MS = 1_000_000;
  private static final int PERIODS = 20;

  private static AdaptiveInterval from(long initialMs) {
    return new AdaptiveInterval(
        IntervalSettings.standard().withInitial(Duration.ofMillis(initialMs)),
        MeasuredCapacity.standard());
  }

  /** The formulas of section 3.2 by hand: (1) with Tpri, then (2) with Tback. */
  @ParameterizedTest
  @CsvSource({
    // alpha, beta, Tcurr, Tpri, Tback, after (1), after (2); ms
    "0.5, 0.5, 30, 10, 20, 20.0, 20.0",
    "0.5, 0.5, 15, 10, 20, 12.5, 16.25",
    "0.25, 0.75, 40, 20, 60, 35.0, 53.75",
    "0, 0, 30, 10, 20, 30.0, 30.0",
    "1, 1, 30, 10, 20, 10.0, 20.0",
    "0, 1, 30, 10, 20, 30.0, 20.0",
  })
  void shouldFollowTheFormulas(
      double alpha,
      double beta,
      long current,
      long primary,
      long backup,
      double afterSending,
      double afterReply) {
    AdaptiveInterval interval =
        new AdaptiveInterval(
            IntervalSettings.standard()
                .withInitial(Duration.ofMillis(current))
                .withFactors(alpha, beta),
            MeasuredCapacity.standard());

    interval.sent(primary * MS);
    assertThat(interval.plan().intervalNs()).isEqualTo((long) (afterSending * MS));
    interval.replied(1, primary * MS, backup * MS, backup * MS);
    assertThat(interval.plan().intervalNs()).isEqualTo((long) (afterReply * MS));
  }

  /**
   * Section 3.3: each site has two stages, and after each of the four its formula is applied. The
   * sum of a site's stages, which work at the same time, would be a stage that there is not.
   */
  @ParameterizedTest
  @CsvSource({
    // Tcurr; compression, encryption; computation, I/O; after each; ms
    "40, 20, 20, 20, 20, 30.0, 25.0, 21.25",
    "20, 20, 20, 20, 20, 20.0, 20.0, 20.0",
    "16, 8, 16, 4, 20, 12.0, 14.0, 14.5",
    "16, 8, 16, 20, 4, 12.0, 14.0, 10.5",
  })
  void shouldFollowTheFormulasForEachOfFourStages(
      long current,
      long compression,
      long encryption,
      long computation,
      long io,
      double afterCompression,
      double afterEncryption,
      double afterReply) {
    AdaptiveInterval interval = from(current);

    interval.sent(compression * MS);
    assertThat(interval.plan().intervalNs()).isEqualTo((long) (afterCompression * MS));
    interval.sent(encryption * MS);
    assertThat(interval.plan().intervalNs()).isEqualTo((long) (afterEncryption * MS));
    Ack ack = new Ack(1, MS, MS, (computation - 2) * MS, (io - 1) * MS, MS, 2, 1);
    interval.replied(1, encryption * MS, ack.costNs(), ack.stagesNs());
    assertThat(interval.plan().intervalNs()).isEqualTo((long) (afterReply * MS));
  }

  /**
   * Figure 6 of the paper traces the interval from 30 and from 15 ms. The stages here have a fixed
   * part and one that grows with the batch, which has gathered during the interval; their fixed
   * point is known.
   */
  @ParameterizedTest
  @ValueSource(longs = {15, 30})
  void shouldConvergeWithinTwentyPeriods(long initialMs) {
    AdaptiveInterval interval = from(initialMs);
    double[] traceMs = new double[PERIODS];
    for (int i = 0; i < PERIODS; i++) {
      double current = interval.plan().intervalNs() / (double) MS;
      long primary = (long) ((4 + 0.6 * current) * MS);
      interval.sent(primary);
      long backup = (long) ((10 + 0.5 * current) * MS);
      interval.replied(100, primary, backup, backup);
      traceMs[i] = interval.plan().intervalNs() / (double) MS;
    }

    // T = 0.5 (0.5 T + 0.5 (4 + 0.6 T)) + 0.5 (10 + 0.5 T)
    double fixedPoint = 6 / (1 - 0.65);
    assertThat(traceMs[PERIODS - 1]).isCloseTo(fixedPoint, within(0.02 * fixedPoint));
  }

  @Property(tries = 300)
  void shouldConvergeFromAnywhereWithoutOvershoot(
      @ForAll @LongRange(min = 1, max = 1000) long initialMs,
      @ForAll @LongRange(min = 2, max = 500) long stageMs,
      @ForAll @DoubleRange(min = 0.2, max = 1) double factor) {
    AdaptiveInterval interval =
        new AdaptiveInterval(
            IntervalSettings.standard()
                .withInitial(Duration.ofMillis(initialMs))
                .withFactors(factor, factor),
            MeasuredCapacity.standard());
    double distance = Math.abs(initialMs - stageMs) * (double) MS;
    int side = Long.signum(initialMs - stageMs);
    for (int i = 0; i < PERIODS; i++) {
      interval.sent(stageMs * MS);
      interval.replied(10, stageMs * MS, stageMs * MS, stageMs * MS);
      long off = interval.plan().intervalNs() - stageMs * MS;
      assertThat((double) Math.abs(off)).isLessThanOrEqualTo(distance + 1);
      assertThat(off * side).isGreaterThanOrEqualTo(0);
      distance = Math.abs(off);
    }
    assertThat(distance).isLessThan(0.01 * Math.max(initialMs, stageMs) * MS);
  }

  @Property(tries = 300)
  void shouldStayWithinItsBounds(
      @ForAll long seed, @ForAll @LongRange(min = 1, max = 50) long minMs) {
    Random random = new Random(seed);
    long maxMs = minMs + random.nextInt(100);
    IntervalSettings settings =
        new IntervalSettings(
            random.nextDouble(),
            random.nextDouble(),
            Duration.ofMillis(minMs),
            Duration.ofMillis(minMs),
            Duration.ofMillis(maxMs));
    AdaptiveInterval interval = new AdaptiveInterval(settings, new FixedRatio(1000));
    for (int i = 0; i < 100; i++) {
      interval.sent(random.nextLong(2000 * MS));
      assertThat(interval.plan().intervalNs()).isBetween(minMs * MS, maxMs * MS);
      interval.replied(random.nextInt(1000), 1, 1, random.nextLong(2000 * MS));
      assertThat(interval.plan().intervalNs()).isBetween(minMs * MS, maxMs * MS);
    }
  }

  /** Noise of the stages moves the interval by no more than the noise itself. */
  @Property(tries = 200)
  void shouldNotAmplifyNoise(@ForAll long seed) {
    Random random = new Random(seed);
    AdaptiveInterval interval = from(20);
    long low = 16 * MS;
    long high = 24 * MS;
    for (int i = 0; i < 500; i++) {
      interval.sent(random.nextLong(low, high + 1));
      interval.replied(10, 1, 1, random.nextLong(low, high + 1));
      assertThat(interval.plan().intervalNs()).isBetween(low, high);
    }
  }

  /** Formula (3): what was processed in all, in all the time, for the next interval. */
  @Test
  void shouldTakeAsManyRecordsAsItCanProcess() {
    MeasuredCapacity capacity = new MeasuredCapacity(1, 1_000_000, Duration.ofHours(1));
    assertThat(capacity.threshold(MS)).isEqualTo(1_000_000);

    capacity.processed(1_000, 10 * MS);
    assertThat(capacity.threshold(30 * MS)).isEqualTo(3_000);
    capacity.processed(1_000, 30 * MS);
    assertThat(capacity.threshold(30 * MS)).isEqualTo(1_500);
    assertThat(capacity.recordsPerSecond()).isEqualTo(50_000);
  }

  @Test
  void shouldForgetTheCapacityOfLongAgo() {
    MeasuredCapacity capacity = new MeasuredCapacity(1, 1_000_000, Duration.ofSeconds(1));
    for (int i = 0; i < 100; i++) {
      capacity.processed(10_000, 100 * MS);
    }
    for (int i = 0; i < 100; i++) {
      capacity.processed(1_000, 100 * MS);
    }

    assertThat(capacity.recordsPerSecond()).isCloseTo(10_000, within(500.0));
  }

  @Test
  void shouldCountTheSlowerStageAsProcessingTime() {
    AdaptiveInterval interval =
        new AdaptiveInterval(
            IntervalSettings.standard().withFactors(0, 0),
            new MeasuredCapacity(1, 1_000_000, Duration.ofHours(1)));

    interval.replied(1_000, 10 * MS, 40 * MS, 40 * MS);
    assertThat(interval.plan()).isEqualTo(new BatchPlan(30 * MS, 750));
  }

  /** The interval follows the whole time until the reply; the capacity, what a batch costs. */
  @Test
  void shouldNotCountTheTimeOfOtherBatchesAsProcessingTime() {
    AdaptiveInterval interval =
        new AdaptiveInterval(
            IntervalSettings.standard().withFactors(0, 1),
            new MeasuredCapacity(1, 1_000_000, Duration.ofHours(1)));

    interval.replied(1_000, 10 * MS, 20 * MS, 40 * MS);
    assertThat(interval.plan()).isEqualTo(new BatchPlan(40 * MS, 2_000));
  }

  /** A queue on the line: each batch is there for 30 ms longer than the first one. */
  @Test
  void shouldBeLongerWhereTheLineIsOverloadedButNotThanItMay() {
    IntervalSettings settings = IntervalSettings.standard().withFactors(0, 1);
    IntervalSettings tight =
        new IntervalSettings(
            0, 1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(6));
    for (IntervalSettings each : List.of(settings, tight)) {
      AdaptiveInterval interval = new AdaptiveInterval(each, MeasuredCapacity.standard());
      interval.travelled(0, 20 * MS);
      for (int i = 1; i <= 45; i++) {
        interval.replied(1, MS, 4 * MS, 4 * MS);
        interval.travelled(5L * i * MS, 50 * MS);
      }

      long expectedMs = each.equals(tight) ? 6 : 8;
      assertThat(interval.plan().intervalNs()).isEqualTo(expectedMs * MS);
    }
  }

  @Property(tries = 200)
  void shouldKeepTheRatioOfThresholdToInterval(
      @ForAll @LongRange(min = 1, max = 1000) long intervalMs) {
    int threshold = new FixedRatio(90_000).threshold(intervalMs * MS);
    assertThat(threshold).isEqualTo((int) (90 * intervalMs));
  }

  /** A record less often than the shortest interval would allow. */
  @Test
  void shouldBeLongEnoughForOneRecordAtAFixedRate() {
    AdaptiveInterval interval =
        new AdaptiveInterval(IntervalSettings.standard(), new FixedRatio(20));
    for (int i = 0; i < 20; i++) {
      interval.sent(MS);
      interval.replied(1, MS, MS, MS);
    }

    assertThat(interval.plan()).isEqualTo(new BatchPlan(50 * MS, 1));
  }

  @Test
  void shouldNeitherWaitNorAdaptAtBestEffort() {
    BestEffort policy = new BestEffort(7_000);
    policy.sent(10 * MS);
    policy.replied(1, MS, MS, MS);
    assertThat(policy.plan()).isEqualTo(new BatchPlan(0, 7_000));
  }

  @Test
  void shouldNotAdaptAFixedBatch() {
    FixedBatch policy = new FixedBatch(Duration.ofMillis(50), 700);
    policy.sent(10 * MS);
    policy.replied(1, MS, MS, MS);
    assertThat(policy.plan()).isEqualTo(new BatchPlan(50 * MS, 700));
  }

  @Test
  void shouldBoundTheIntervalByWhatMayBeLost() {
    IntervalSettings settings = IntervalSettings.standard().withinRpo(Duration.ofMillis(60), 2);

    assertThat(settings.max()).isEqualTo(Duration.ofMillis(20));
    assertThat(settings.initial()).isEqualTo(Duration.ofMillis(20));
    assertThatThrownBy(() -> IntervalSettings.standard().withinRpo(Duration.ofMillis(2), 2))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("interval.rpo")
        .hasMessageContaining("at least 3 ms");
    assertThat(IntervalSettings.standard().withinRpo(Duration.ofHours(1), 2).max())
        .isEqualTo(IntervalSettings.standard().max());
  }

  @Test
  void shouldNameEveryFaultOfTheSettings() {
    assertThatThrownBy(
            () ->
                new IntervalSettings(
                    -0.1, 1.1, Duration.ZERO, Duration.ofMillis(5), Duration.ofMillis(4)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("interval.alpha")
        .hasMessageContaining("interval.beta")
        .hasMessageContaining("interval.initial")
        .hasMessageContaining("interval.max");
  }
}
