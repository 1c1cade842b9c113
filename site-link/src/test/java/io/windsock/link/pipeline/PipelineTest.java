package io.windsock.link.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(240)
class PipelineTest {
  private static final int BATCHES = 50;

  private final List<String> trace = Collections.synchronizedList(new ArrayList<>());
  private final List<PipelineException> failures = Collections.synchronizedList(new ArrayList<>());
  private final StageTimes times = new StageTimes();

  private interface Work {
    void run(int job, int piece) throws Exception;
  }

  private record TestStep(StageName name, int count, Work work) implements Step<Integer> {
    @Override
    public int pieces(Integer job) {
      return count;
    }

    @Override
    public void run(Integer job, int piece) throws Exception {
      work.run(job, piece);
    }
  }

  private Pipeline<Integer> pipeline(PipelineShape shape, TestStep... steps) {
    return new Pipeline<>(
        "test", shape, List.of(steps), null, times, (job, ns) -> {}, failures::add);
  }

  @ParameterizedTest
  @EnumSource(PipelineKind.class)
  void shouldKeepBatchesAndStagesInOrder(PipelineKind kind) throws Exception {
    int[] at = new int[BATCHES];
    Work inOrder =
        (job, piece) -> {
          synchronized (at) {
            at[job]++;
          }
        };
    List<Integer> sent = Collections.synchronizedList(new ArrayList<>());
    try (Pipeline<Integer> pipeline =
        pipeline(
            PipelineShape.of(kind),
            new TestStep(StageName.COMPRESS, 3, inOrder),
            new TestStep(StageName.ENCRYPT, 3, inOrder),
            new TestStep(
                StageName.SEND,
                1,
                (job, piece) -> {
                  synchronized (at) {
                    assertThat(at[job]).isEqualTo(6);
                  }
                  sent.add(job);
                }))) {
      for (int i = 0; i < BATCHES; i++) {
        pipeline.run(i);
      }
      pipeline.finish();
    }

    assertThat(sent).isSorted().hasSize(BATCHES);
    assertThat(failures).isEmpty();
    assertThat(times.meanNs(StageName.SEND)).isPositive();
  }

  /** Two batches meet, each in a half of the stages; in one thread they never would. */
  @Test
  void shouldWorkOnTwoBatchesAtOnceWhenFineGrained() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    try (Pipeline<Integer> pipeline =
        pipeline(
            PipelineShape.of(PipelineKind.FINE_GRAINED),
            new TestStep(
                StageName.COMPRESS,
                1,
                (job, piece) -> {
                  if (job == 1) {
                    both.await(60, TimeUnit.SECONDS);
                  }
                }),
            new TestStep(
                StageName.SEND,
                1,
                (job, piece) -> {
                  if (job == 0) {
                    both.await(60, TimeUnit.SECONDS);
                  }
                }))) {
      pipeline.run(0);
      pipeline.run(1);
      pipeline.finish();
    }
    assertThat(failures).isEmpty();
  }

  /** The pieces of one batch meet. */
  @Test
  void shouldWorkOnPiecesAtOnceWhenMultiThreaded() throws Exception {
    CyclicBarrier all = new CyclicBarrier(3);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (Pipeline<Integer> pipeline =
        pipeline(
            new PipelineShape(PipelineKind.MULTI_THREADED, 3),
            new TestStep(
                StageName.COMPRESS,
                3,
                (job, piece) -> {
                  threads.add(Thread.currentThread());
                  all.await(60, TimeUnit.SECONDS);
                }))) {
      pipeline.run(0);
    }
    assertThat(threads).hasSize(3);
  }

  /** One of two threads is kept by the second piece until the other one has done what is left. */
  @Test
  void shouldShareMorePiecesThanThreads() throws Exception {
    CountDownLatch others = new CountDownLatch(6);
    AtomicInteger kept = new AtomicInteger();
    try (Pipeline<Integer> pipeline =
        pipeline(
            new PipelineShape(PipelineKind.MULTI_THREADED, 2),
            new TestStep(
                StageName.DECRYPT,
                8,
                (job, piece) -> {
                  if (piece == 1) {
                    assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
                    kept.incrementAndGet();
                  } else if (piece > 1) {
                    others.countDown();
                  }
                }))) {
      pipeline.run(0);
    }
    assertThat(kept).hasValue(1);
    assertThat(failures).isEmpty();
  }

  /** The halves of a hybrid pipeline share threads; here the other half keeps the only one. */
  @Test
  void shouldNotWaitForAThreadThatIsBusyElsewhere() throws Exception {
    CountDownLatch inside = new CountDownLatch(2);
    CountDownLatch passed = new CountDownLatch(1);
    try (Pipeline<Integer> pipeline =
        pipeline(
            PipelineShape.of(PipelineKind.HYBRID),
            new TestStep(StageName.COMPRESS, 2, (job, piece) -> {}),
            new TestStep(
                StageName.ENCRYPT,
                2,
                (job, piece) -> {
                  inside.countDown();
                  if (job == 0) {
                    assertThat(passed.await(60, TimeUnit.SECONDS)).isTrue();
                  }
                }))) {
      pipeline.run(0);
      assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
      pipeline.run(1);
      passed.countDown();
      pipeline.finish();
    }
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(PipelineKind.class)
  void shouldStopAtTheFirstErrorWithOneMessage(PipelineKind kind) {
    AtomicInteger sent = new AtomicInteger();
    try (Pipeline<Integer> pipeline =
        pipeline(
            PipelineShape.of(kind),
            new TestStep(StageName.COMPRESS, 2, (job, piece) -> {}),
            new TestStep(
                StageName.SEND,
                1,
                (job, piece) -> {
                  if (job == 3) {
                    throw new IllegalStateException("the line is cut");
                  }
                  sent.incrementAndGet();
                }))) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < BATCHES; i++) {
                  pipeline.run(i);
                }
                pipeline.finish();
              })
          .isInstanceOf(PipelineException.class)
          .hasMessage("test: stage send failed: the line is cut");
      assertThatThrownBy(() -> pipeline.run(BATCHES)).isInstanceOf(PipelineException.class);
    }
    assertThat(sent).hasValue(3);
    assertThat(failures).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(PipelineKind.class)
  void shouldStopAtAnErrorInAnyPiece(PipelineKind kind) {
    try (Pipeline<Integer> pipeline =
        pipeline(
            PipelineShape.of(kind),
            new TestStep(
                StageName.ENCRYPT,
                4,
                (job, piece) -> {
                  if (piece == 2) {
                    throw new IllegalStateException("no key");
                  }
                }),
            new TestStep(StageName.SEND, 1, (job, piece) -> trace.add("sent")))) {
      assertThatThrownBy(
              () -> {
                pipeline.run(0);
                pipeline.finish();
              })
          .hasMessage("test: stage encrypt failed: no key");
    }
    assertThat(trace).isEmpty();
  }

  /** Notes which batches were finished together. */
  private static final class Groups implements LastStage<Integer> {
    private final List<Integer> taken = new ArrayList<>();
    private final List<List<Integer>> finished = Collections.synchronizedList(new ArrayList<>());

    @Override
    public StageName name() {
      return StageName.WRITE;
    }

    @Override
    public void take(Integer job) {
      if (job < 0) {
        throw new IllegalStateException("the target is gone");
      }
      taken.add(job);
    }

    @Override
    public void finish() {
      if (!taken.isEmpty()) {
        finished.add(List.copyOf(taken));
        taken.clear();
      }
    }
  }

  private Pipeline<Integer> before(Groups groups, PipelineKind kind, TestStep step) {
    PipelineShape shape = PipelineShape.of(kind);
    return new Pipeline<>(
        "test", shape, List.of(step), groups, times, (job, ns) -> {}, failures::add);
  }

  @Test
  void shouldFinishTogetherWhatTheCallerHasTakenUntilNoneWaits() throws Exception {
    Groups groups = new Groups();
    TestStep step = new TestStep(StageName.DECRYPT, 1, (job, piece) -> {});
    try (Pipeline<Integer> pipeline = before(groups, PipelineKind.TWO_STAGE, step)) {
      pipeline.run(0);
      pipeline.run(1);
      pipeline.idle();
      pipeline.run(2);
      assertThat(groups.finished).containsExactly(List.of(0, 1));
      pipeline.finish();
    }
    assertThat(groups.finished).containsExactly(List.of(0, 1), List.of(2));
  }

  /** The second thread is held until another batch waits for it. */
  @Test
  void shouldFinishTogetherWhatWaitedForTheSecondThread() throws Exception {
    Groups groups = new Groups();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch waits = new CountDownLatch(1);
    TestStep step =
        new TestStep(
            StageName.WRITE,
            1,
            (job, piece) -> {
              inside.countDown();
              waits.await();
            });
    try (Pipeline<Integer> pipeline = before(groups, PipelineKind.FINE_GRAINED, step)) {
      pipeline.run(0);
      inside.await();
      pipeline.run(1);
      waits.countDown();
      pipeline.finish();
    }
    assertThat(groups.finished).containsExactly(List.of(0, 1));
  }

  @ParameterizedTest
  @EnumSource(PipelineKind.class)
  void shouldFinishAllInOrder(PipelineKind kind) throws Exception {
    Groups groups = new Groups();
    TestStep step = new TestStep(StageName.DECRYPT, 2, (job, piece) -> {});
    try (Pipeline<Integer> pipeline = before(groups, kind, step)) {
      for (int i = 0; i < BATCHES; i++) {
        pipeline.run(i);
      }
      pipeline.finish();
      assertThat(groups.finished.stream().mapToInt(List::size).sum()).isEqualTo(BATCHES);
    }
    assertThat(groups.finished.stream().flatMap(List::stream)).isSorted();
  }

  @ParameterizedTest
  @EnumSource(PipelineKind.class)
  void shouldStopAtAnErrorOfTheLastStage(PipelineKind kind) {
    TestStep step = new TestStep(StageName.DECRYPT, 1, (job, piece) -> {});
    try (Pipeline<Integer> pipeline = before(new Groups(), kind, step)) {
      assertThatThrownBy(
              () -> {
                pipeline.run(-1);
                pipeline.finish();
              })
          .hasMessage("test: stage write failed: the target is gone");
    }
    assertThat(failures).hasSize(1);
  }

  /** A listener may fail, too; the caller must not wait for a thread that has ended. */
  @ParameterizedTest
  @EnumSource(
      value = PipelineKind.class,
      names = {"FINE_GRAINED", "HYBRID"})
  @Timeout(30)
  void shouldStopWhenTheSecondThreadDies(PipelineKind kind) {
    Pipeline.Listener<Integer> listener =
        new Pipeline.Listener<>() {
          @Override
          public void ran(Integer job, StageName stage, long ns) {
            if (stage == StageName.SEND && job == 3) {
              throw new AssertionError("nobody expects this");
            }
          }

          @Override
          public void ran(Integer job, long ns) {}
        };
    TestStep compress = new TestStep(StageName.COMPRESS, 1, (job, piece) -> {});
    TestStep send = new TestStep(StageName.SEND, 1, (job, piece) -> {});
    try (Pipeline<Integer> pipeline =
        new Pipeline<>(
            "test",
            PipelineShape.of(kind),
            List.of(compress, send),
            null,
            times,
            listener,
            failures::add)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < BATCHES; i++) {
                  pipeline.run(i);
                }
              })
          .isInstanceOf(PipelineException.class)
          .hasMessage("test failed: java.lang.AssertionError: nobody expects this");
      assertThatThrownBy(pipeline::finish).isInstanceOf(PipelineException.class);
    }
    assertThat(failures).hasSize(1);
  }

  @Test
  void shouldEndItsThreadsWhenClosedInTheMiddle() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    AtomicInteger interrupted = new AtomicInteger();
    Pipeline<Integer> pipeline =
        pipeline(
            PipelineShape.of(PipelineKind.HYBRID),
            new TestStep(StageName.COMPRESS, 2, (job, piece) -> {}),
            new TestStep(
                StageName.SEND,
                1,
                (job, piece) -> {
                  inside.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    throw e;
                  }
                }));
    pipeline.run(0);
    inside.await();
    pipeline.close();

    assertThat(interrupted).hasValue(1);
    assertThatThrownBy(() -> pipeline.run(1)).isInstanceOf(PipelineException.class);
    assertThat(failures).isEmpty();
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("test-")));
  }
}
