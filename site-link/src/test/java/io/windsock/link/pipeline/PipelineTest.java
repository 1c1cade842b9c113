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
    return new Pipeline<>("test", shape, List.of(steps), times, (job, ns) -> {}, failures::add);
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
