package io.windsock.feeds.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.topic.Topics;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.replay.ReplayProgress.State;
import io.windsock.feeds.replay.time.ReplayClock;
import io.windsock.feeds.replay.time.Speed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(240)
class ReplayTest {
  private static final long T = Instant.parse("2017-08-02T12:00:00Z").toEpochMilli();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final FakeClock clock = new FakeClock();
  private final FakeSender sender = new FakeSender(clock);
  private final List<ReplayFault> faults = new ArrayList<>();

  private Replay replay(ListFeed feed, ReplayOptions options) {
    ReplayTarget target = new ReplayTarget("127.0.0.1:1", Topics.standard(), ListFeed.AIRLINE);
    return new Replay(target, feed, options, faults::add, sender, clock);
  }

  private List<Double> sentAt() {
    return sender.sent.stream().map(FakeSender.Sent::atMs).toList();
  }

  private List<Long> eventTimes() {
    return sender.sent.stream().map(sent -> Framing.eventTimeMs(sent.value()) - T).toList();
  }

  private static ListFeed threePositions() {
    return new ListFeed().position("A", T).position("B", T + 6_000).position("A", T + 60_000);
  }

  @ParameterizedTest
  @CsvSource({"x1, 6000, 60000", "x60, 100, 1000", "x0.5, 12000, 120000", "max, 0, 0"})
  void shouldKeepTheRecordingsSpacing(String speed, double second, double third) throws Exception {
    ReplayProgress end = replay(threePositions(), ReplayOptions.at(Speed.parse(speed))).run();

    assertThat(sentAt()).containsExactly(0.0, second, third);
    assertThat(end.state()).isEqualTo(State.ENDED);
    assertThat(end.sent()).isEqualTo(3);
    assertThat(end.acked()).isEqualTo(3);
    assertThat(end.done()).isEqualTo(1);
    assertThat(end.worstLatenessMs()).isZero();
    assertThat(end.eventTimeMs()).isEqualTo(T + 60_000);
    assertThat(sender.closed).isTrue();
  }

  @Test
  void shouldTellTheSpeedAchieved() throws Exception {
    ReplayProgress end = replay(threePositions(), ReplayOptions.at(Speed.parse("x60"))).run();

    assertThat(end.asked()).isEqualTo(new Speed(60));
    assertThat(end.achieved()).isCloseTo(60, within(0.001));
    assertThat(end.eventsPerSecond()).isCloseTo(3, within(0.001));
  }

  @Test
  void shouldSendLateEventsAtOnce() throws Exception {
    ListFeed feed =
        new ListFeed().position("A", T).position("A", T + 5_000).position("B", T + 1_000);

    replay(feed, ReplayOptions.at(Speed.REAL_TIME)).run();

    assertThat(sentAt()).containsExactly(0.0, 5_000.0, 5_000.0);
    assertThat(eventTimes()).containsExactly(0L, 5_000L, 1_000L);
  }

  @Test
  void shouldRouteByStreamAndKeyAndLeaveBytesUntouched() throws Exception {
    ListFeed feed = new ListFeed().position("BA1", T).status("BA2", T, T + 60_000);

    Replay replay = replay(feed, ReplayOptions.at(Speed.MAX));
    replay.run();

    assertThat(sender.sent)
        .extracting(FakeSender.Sent::topic)
        .containsExactly("windsock.source.positions", "windsock.source.status");
    assertThat(replay.sentByStream())
        .containsEntry("positions", 1L)
        .containsEntry("status", 1L)
        .containsEntry("boarding", 0L);
    assertThat(sender.sent).extracting(FakeSender.Sent::key).containsExactly("BA1", "BA2");
    FeedEvent original = feed.open().next();
    assertThat(original).isNotNull();
    assertThat(sender.sent.get(0).value()).isSameAs(original.value());
    assertThat(sender.opened)
        .containsExactly(
            "windsock.source.baggage",
            "windsock.source.boarding",
            "windsock.source.crew",
            "windsock.source.positions",
            "windsock.source.status");
  }

  @Test
  void shouldGoOnWhereItWasPaused() throws Exception {
    Replay replay = replay(threePositions(), ReplayOptions.at(Speed.REAL_TIME));
    List<State> seen = new ArrayList<>();
    clock
        .at(2_000, replay::pause)
        .at(10_000, () -> seen.add(replay.progress().state()))
        .at(32_000, replay::resume);

    replay.run();

    assertThat(seen).containsExactly(State.PAUSED);
    assertThat(sentAt()).containsExactly(0.0, 36_000.0, 90_000.0);
  }

  @Test
  void shouldTakeARepeatedPauseOrResumeAsOne() throws Exception {
    Replay replay = replay(threePositions(), ReplayOptions.at(Speed.REAL_TIME));
    clock
        .at(1_000, replay::resume)
        .at(2_000, replay::pause)
        .at(3_000, replay::pause)
        .at(4_000, () -> replay.setSpeed(new Speed(2)))
        .at(12_000, replay::resume)
        .at(13_000, replay::resume);

    replay.run();

    assertThat(sentAt()).containsExactly(0.0, 14_000.0, 41_000.0);
  }

  @Test
  void shouldStopWhilePaused() throws Exception {
    Replay replay = replay(threePositions(), ReplayOptions.at(Speed.REAL_TIME));
    clock.at(2_000, replay::pause).at(5_000, replay::stop);

    ReplayProgress end = replay.run();

    assertThat(end.state()).isEqualTo(State.STOPPED);
    assertThat(end.sent()).isEqualTo(1);
  }

  @Test
  void shouldChangeSpeedFromWhereItIs() throws Exception {
    Replay replay = replay(threePositions(), ReplayOptions.at(Speed.REAL_TIME));
    clock.at(16_000, () -> replay.setSpeed(new Speed(4)));

    replay.run();

    assertThat(sentAt()).containsExactly(0.0, 6_000.0, 27_000.0);
  }

  @Test
  void shouldNotRaceWhenFullSpeedEnds() throws Exception {
    ListFeed feed = new ListFeed();
    for (int i = 0; i < 100; i++) {
      feed.position("A", T + i * 1_000L);
    }
    Replay replay = replay(feed, ReplayOptions.at(Speed.MAX));
    sender.fate =
        number -> {
          if (number == 50) {
            replay.setSpeed(Speed.REAL_TIME);
          }
          return null;
        };

    replay.run();

    assertThat(sentAt().subList(0, 50)).containsOnly(0.0);
    for (int i = 50; i < 100; i++) {
      assertThat(sentAt().get(i)).isEqualTo((i - 49) * 1_000.0);
    }
  }

  @Test
  void shouldTellHowLateItIs() throws Exception {
    ListFeed feed = new ListFeed().position("A", T).position("A", T + 100).position("A", T + 900);
    sender.fate =
        number -> {
          if (number == 1) {
            clock.park(this, 250_000_000L);
          }
          return null;
        };

    ReplayProgress end = replay(feed, ReplayOptions.at(Speed.REAL_TIME)).run();

    assertThat(sentAt()).containsExactly(0.0, 250.0, 900.0);
    assertThat(end.worstLatenessMs()).isEqualTo(150);
    assertThat(end.latenessMs()).isZero();
  }

  @Test
  void shouldSendOnlyWhatIsSelected() throws Exception {
    ListFeed feed =
        threePositions().status("A", T + 6_500, T).position("C", T + 59_999).position("D", T - 1);
    ReplayOptions options =
        ReplayOptions.builder()
            .speed(Speed.MAX)
            .types(Set.of("FlightPosition"))
            .from(Instant.ofEpochMilli(T))
            .to(Instant.ofEpochMilli(T + 60_000))
            .build();

    ReplayProgress end = replay(feed, options).run();

    assertThat(sender.sent).extracting(FakeSender.Sent::key).containsExactly("A", "B", "C");
    assertThat(end.excluded()).isEqualTo(3);
    assertThat(sender.opened).containsExactly("windsock.source.positions");
  }

  @Test
  void shouldRefuseTypesThatNoTopicCarries() {
    ReplayOptions options =
        ReplayOptions.builder().types(Set.of("FlightArrived", "Nonsense")).build();

    assertThatThrownBy(() -> replay(threePositions(), options))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'Nonsense' is not a source event")
        .hasMessageContaining("'FlightArrived' is not a source event")
        .hasMessageContaining("FlightPosition");
  }

  @Test
  void shouldLoopEachTimeAfterTheTimeBefore() throws Exception {
    ReplayOptions options = ReplayOptions.builder().speed(new Speed(10)).loops(3).build();

    ReplayProgress end = replay(threePositions(), options).run();

    assertThat(eventTimes())
        .containsExactly(
            0L, 6_000L, 60_000L, 61_000L, 67_000L, 121_000L, 122_000L, 128_000L, 182_000L);
    assertThat(sentAt().get(3)).isEqualTo(6_100);
    assertThat(sentAt().get(8)).isEqualTo(18_200);
    assertThat(end.loop()).isEqualTo(3);
    assertThat(end.done()).isEqualTo(1);
    assertThat(sender.sent).extracting(FakeSender.Sent::key).startsWith("A", "B", "A", "A");
  }

  @Test
  void shouldLoopUntilStopped() throws Exception {
    ReplayOptions options =
        ReplayOptions.builder().speed(Speed.MAX).loops(ReplayOptions.ENDLESS).build();
    Replay replay = replay(threePositions(), options);
    sender.fate =
        number -> {
          if (number == 1_000) {
            replay.stop();
          }
          return null;
        };

    ReplayProgress end = replay.run();

    assertThat(end.state()).isEqualTo(State.STOPPED);
    assertThat(end.sent()).isEqualTo(1_000);
    assertThat(end.acked()).isEqualTo(1_000);
    assertThat(end.done()).isNegative();
  }

  @Test
  void shouldRebaseToNowAndKeepSchedulesConsistent() throws Exception {
    ListFeed feed = new ListFeed().position("A", T).status("A", T + 1_000, T + 3_600_000);
    ReplayOptions options = ReplayOptions.builder().rebase(true).build();

    ReplayProgress end = replay(feed, options).run();

    long now = FakeClock.NOW.toEpochMilli();
    GenericRecord status = new EventCodec(ListFeed.AIRLINE).decode(sender.sent.get(1).value());
    assertThat(Framing.eventTimeMs(sender.sent.get(0).value())).isEqualTo(now);
    assertThat(status.get("eventTime")).isEqualTo(now + 1_000);
    assertThat(status.get("scheduledArrival")).isEqualTo(now + 3_600_000);
    assertThat(status.get("flightNumber")).hasToString("BA1");
    assertThat(end.eventTimeMs()).isEqualTo(now + 1_000);
    assertThat(end.recordedMs()).isEqualTo(T + 1_000);
  }

  @ParameterizedTest
  @CsvSource({"x200, 1", "x200, 3", "x2, 1", "max, 1", "max, 2", "x1, 1", "x0.5, 1"})
  void shouldRebaseSoThatNoEventIsAheadOfTheClock(String speed, int loops) throws Exception {
    ReplayOptions.Builder options =
        ReplayOptions.builder().rebase(true).speed(Speed.parse(speed)).loops(loops);
    ListFeed feed = new ListFeed().position("A", T - 1);
    feed.position("A", T).position("B", T + 43_000_000).position("A", T + 86_400_000);
    options.from(Instant.ofEpochMilli(T));
    ReplayTarget target = new ReplayTarget("127.0.0.1:1", Topics.standard(), ListFeed.AIRLINE);
    options.length(Replay.length(target, feed, options.build()));

    replay(feed, options.build()).run();

    long now = FakeClock.NOW.toEpochMilli();
    double lastAheadMs = Double.NEGATIVE_INFINITY;
    for (FakeSender.Sent sent : sender.sent) {
      lastAheadMs = Framing.eventTimeMs(sent.value()) - (now + sent.atMs());
      assertThat(lastAheadMs).isLessThanOrEqualTo(1);
    }
    boolean overtakes = !speed.equals("x0.5");
    assertThat(lastAheadMs).isCloseTo(overtakes ? 0 : -86_400_000, within(1.0));
  }

  @Test
  void shouldRebaseToALaterTimeIfThatIsAskedFor() throws Exception {
    long now = FakeClock.NOW.toEpochMilli();
    ReplayOptions.Builder options = ReplayOptions.builder().rebase(true).speed(Speed.MAX);

    replay(new ListFeed().position("A", T), options.notBefore(FakeClock.NOW.plusMillis(5)).build())
        .run();
    replay(new ListFeed().position("A", T), options.notBefore(FakeClock.NOW.minusMillis(5)).build())
        .run();

    assertThat(Framing.eventTimeMs(sender.sent.get(0).value())).isEqualTo(now + 5);
    assertThat(Framing.eventTimeMs(sender.sent.get(1).value())).isEqualTo(now);
  }

  @Test
  void shouldTellOfAnOversizedEventAndGoOn() throws Exception {
    sender.fate = number -> number == 2 ? new RecordTooLargeException("2 MB") : null;

    ReplayProgress end = replay(threePositions(), ReplayOptions.at(Speed.MAX)).run();

    assertThat(end.state()).isEqualTo(State.ENDED);
    assertThat(end.sent()).isEqualTo(3);
    assertThat(end.acked()).isEqualTo(2);
    assertThat(end.faults()).isEqualTo(1);
    assertThat(faults).singleElement().extracting(ReplayFault::key).isEqualTo("B");
    assertThat(faults.get(0).toString()).contains("event 2").contains("2 MB");
  }

  @Test
  void shouldTellOfAnEventWhoseTimesCannotBeShifted() throws Exception {
    var type = ListFeed.AIRLINE.type("FlightPosition");
    ListFeed feed = new ListFeed().event(new FeedEvent(type, "X", T, new byte[] {0, 0, 0, 0, 101}));
    ReplayOptions options = ReplayOptions.builder().rebase(true).build();

    ReplayProgress end = replay(feed.position("A", T), options).run();

    assertThat(faults).singleElement().extracting(ReplayFault::key).isEqualTo("X");
    assertThat(faults.get(0).reason()).contains("cut short");
    assertThat(end.sent()).isEqualTo(1);
    assertThat(end.acked()).isEqualTo(1);
  }

  @Test
  void shouldStopAtTheFirstFailureAndSayHowFarItGot() {
    ListFeed feed = new ListFeed();
    for (int i = 0; i < 100; i++) {
      feed.position("A", T + i * 1_000L);
    }
    sender.fate = number -> number == 41 ? new TimeoutException("expired") : null;
    Replay replay = replay(feed, ReplayOptions.at(Speed.MAX));

    assertThatThrownBy(replay::run)
        .isInstanceOfSatisfying(
            ReplayException.class,
            e -> {
              assertThat(e)
                  .hasMessageContaining("event 41 could not be delivered")
                  .hasMessageContaining("expired")
                  .hasMessageContaining(
                      "40 events are acknowledged, among them all of the first 40")
                  .hasMessageContaining(
                      "up to event time 2017-08-02T12:00:39Z;"
                          + " to continue, replay with the same options and --skip 40.")
                  .hasMessageContaining("1 others were sent");
              assertThat(e.progress().state()).isEqualTo(State.FAILED);
              assertThat(e.progress().acked()).isEqualTo(40);
            });
    assertThat(sender.sent).hasSize(41);
    assertThat(sender.closed).isTrue();
    assertThat(replay.progress().state()).isEqualTo(State.FAILED);
  }

  @Test
  void shouldContinueExactlyWhereItFailedThoughEventsAreLate() throws Exception {
    ListFeed feed = new ListFeed();
    for (int i = 0; i < 100; i++) {
      feed.position("A" + i, T + (i % 2 == 0 ? i : -i) * 1_000L);
    }
    ReplayOptions.Builder options = ReplayOptions.builder().speed(Speed.MAX);
    for (int failing : List.of(41, 48)) {
      sender.fate = number -> number == failing ? new TimeoutException("expired") : null;
      assertThatThrownBy(replay(feed, options.build())::run)
          .hasMessageContaining("--skip " + (failing - 1));
      sender.sent.remove(failing - 1);
      options.skip(failing - 1);
    }
    sender.fate = number -> null;
    replay(feed, options.build()).run();

    assertThat(sender.sent)
        .extracting(FakeSender.Sent::key)
        .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> "A" + i).toList());
  }

  @ParameterizedTest
  @CsvSource({"2, 60000 61000 67000", "4, 67000 121000 122000", "6, 122000 128000 182000"})
  void shouldSkipOverLoops(long skip, String next) throws Exception {
    ReplayOptions.Builder options = ReplayOptions.builder().speed(Speed.MAX).loops(3).skip(skip);

    ReplayProgress end = replay(threePositions(), options.build()).run();

    assertThat(eventTimes().subList(0, 3))
        .isEqualTo(Stream.of(next.split(" ")).map(Long::valueOf).toList());
    assertThat(end.excluded()).isEqualTo(skip);
    assertThat(end.sent()).isEqualTo(9 - skip);
  }

  @Test
  void shouldRebaseTheFirstEventThatIsNotSkipped() throws Exception {
    ReplayOptions.Builder options = ReplayOptions.builder().rebase(true).loops(2).skip(4);

    replay(threePositions(), options.build()).run();

    assertThat(Framing.eventTimeMs(sender.sent.get(0).value()))
        .isEqualTo(FakeClock.NOW.toEpochMilli());
    assertThat(sentAt()).containsExactly(0.0, 54_000.0);
  }

  @Test
  void shouldSayHowFarItGotWhenTheFeedFails() {
    Replay replay = replay(threePositions().failingAfter(2), ReplayOptions.at(Speed.MAX));

    assertThatThrownBy(replay::run)
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("feed.csv: connection lost")
        .hasMessageContaining("all of the first 2,");
  }

  @Test
  void shouldBoundWhatIsInFlight() throws Exception {
    ListFeed feed = new ListFeed();
    for (int i = 0; i < 70_000; i++) {
      feed.position("A", T + i);
    }
    sender.answers = false;
    Replay replay = replay(feed, ReplayOptions.at(Speed.MAX));
    CompletableFuture<ReplayProgress> end = inBackground(replay);

    await().until(() -> replay.progress().sent() == 65_536);
    sender.unanswered.get(0).onCompletion(null, null);
    await().until(() -> replay.progress().sent() == 65_537);
    assertThat(end).isNotDone();
    replay.stop();
    List.copyOf(sender.unanswered.subList(1, 65_537)).forEach(d -> d.onCompletion(null, null));

    assertThat(end.get(60, TimeUnit.SECONDS).state()).isEqualTo(State.STOPPED);
    assertThat(end.get().acked()).isEqualTo(65_537);
  }

  @Test
  void shouldWakeFromALongWaitWhenAnEventFails() {
    ReplayTarget target = new ReplayTarget("127.0.0.1:1", Topics.standard(), ListFeed.AIRLINE);
    sender.answers = false;
    ListFeed feed = new ListFeed().position("A", T).position("A", T + 3_600_000);
    Replay replay =
        new Replay(
            target,
            feed,
            ReplayOptions.at(Speed.REAL_TIME),
            faults::add,
            sender,
            ReplayClock.SYSTEM);
    CompletableFuture<ReplayProgress> end = inBackground(replay);
    await().until(() -> replay.progress().sent() == 1);

    sender.unanswered.get(0).onCompletion(null, new TimeoutException("expired"));

    assertThatThrownBy(() -> end.get(60, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(TimeoutException.class)
        .hasMessageContaining("No event was acknowledged.");
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(PATIENCE);
  }

  private static CompletableFuture<ReplayProgress> inBackground(Replay replay) {
    CompletableFuture<ReplayProgress> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                end.complete(replay.run());
              } catch (ReplayException | InterruptedException | RuntimeException e) {
                end.completeExceptionally(e);
              }
            },
            "replay");
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  @Test
  void shouldRefuseOptionsThatCannotBeMet() {
    assertThatThrownBy(
            () ->
                ReplayOptions.builder()
                    .from(Instant.EPOCH.plusSeconds(2))
                    .to(Instant.EPOCH.plusSeconds(1))
                    .skip(-1)
                    .loops(-1)
                    .compression("rar")
                    .connectTimeout(Duration.ZERO)
                    .deliveryTimeout(Duration.ofMillis(10))
                    .build())
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.faults())
                    .extracting(fault -> fault.place())
                    .containsExactly(
                        "to", "skip", "loops", "compression", "connectTimeout", "deliveryTimeout"));
  }
}
