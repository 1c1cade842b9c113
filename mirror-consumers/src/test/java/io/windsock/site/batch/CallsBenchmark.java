package io.windsock.site.batch;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkListener;
import io.windsock.platform.link.OfferResult;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Measures how many calls for keys a site answers over one link on the loopback interface, client
 * and site in one process: a closed loop with a number of calls outstanding, for random keys. Not a
 * test.
 *
 * <pre>
 *  java -cp &lt;test class path of mirror-consumers&gt; io.windsock.site.batch.CallsBenchmark [keys]
 * </pre>
 */
public final class CallsBenchmark {
  private static final int DEFAULT_KEYS = 100_000;
  private static final int PARTITIONS = 8;
  private static final int LOAD_BATCH = 2_000;
  private static final int[] OUTSTANDING = {1, 64, 512, 2048};
  private static final long WARM_UP_NS = 4_000_000_000L;
  private static final long MEASURED_NS = 6_000_000_000L;
  private static final int DEADLINE_MS = 10_000;

  private CallsBenchmark() {}

  /** Runs the benchmark; the argument is the number of keys. */
  public static void main(String[] args) throws InterruptedException {
    int keys = args.length == 0 ? DEFAULT_KEYS : Integer.parseInt(args[0]);
    FlightLog log = new FlightLog(5, PARTITIONS, keys, List.of("EGLL", "CYYZ"), () -> 1000);
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    try (TestSite site = TestSite.start("m1", 1, PARTITIONS, new TestConfig().build());
        LinkClient client = new LinkClient(vertx, LinkBounds.standard())) {
      for (int flight = 0; flight < keys; flight += LOAD_BATCH) {
        List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
        for (int i = flight; i < Math.min(keys, flight + LOAD_BATCH); i++) {
          batch.add(log.status(i));
        }
        site.apply(batch);
      }
      System.out.println("keys " + keys);
      for (int outstanding : OUTSTANDING) {
        Loop loop = new Loop(vertx.getOrCreateContext(), keys, outstanding);
        System.out.println(loop.run(client, site.linkUrl()));
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  /** One client with a fixed number of calls outstanding. Owned by its event loop. */
  private static final class Loop implements LinkListener {
    private final Context context;
    private final int keys;
    private final int outstanding;
    private final Random random = new Random(3);
    private final Map<String, Long> asked = new HashMap<>();
    private final Map<Answer.Status, Integer> statuses = new EnumMap<>(Answer.Status.class);
    private final Histogram micros = new Histogram(60_000_000, 3);
    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable CallLink link;
    private long beganNs;
    private long next;
    private long answered;
    private long bytes;
    private long batches;

    Loop(Context context, int keys, int outstanding) {
      this.context = context;
      this.keys = keys;
      this.outstanding = outstanding;
    }

    String run(LinkClient client, String url) throws InterruptedException {
      CallLink opened =
          client.open(context, url, Question.Kind.KEY, new Sender("g1", "run", true), this);
      context.runOnContext(v -> link = opened);
      done.await();
      opened.close();
      double seconds = MEASURED_NS / 1e9;
      return String.format(
          Locale.ROOT,
          "outstanding %5d: %8.0f calls/s, %6.1f answers a batch, %5.0f bytes an answer,"
              + " p50 %6d us, p99 %6d us, max %6d us, %s",
          outstanding,
          answered / seconds,
          (double) answered / Math.max(1, batches),
          (double) bytes / Math.max(1, answered),
          micros.getValueAtPercentile(50),
          micros.getValueAtPercentile(99),
          micros.getMaxValue(),
          statuses);
    }

    @Override
    public void up() {
      beganNs = System.nanoTime();
      for (int i = 0; i < outstanding; i++) {
        ask();
      }
    }

    private void ask() {
      String id = "g1:" + next++;
      Question question = new Question.OfKey(FlightLog.key(random.nextInt(keys)));
      Call call = new Call(id, question, DEADLINE_MS, null, 1, List.of("g1"));
      OfferResult offer = Objects.requireNonNull(link).offer(call);
      if (offer != OfferResult.TAKEN) {
        throw new IllegalStateException("offer: " + offer);
      }
      asked.put(id, System.nanoTime());
    }

    @Override
    public void answers(AnswerBatch batch) {
      long nowNs = System.nanoTime();
      boolean measured = nowNs - beganNs > WARM_UP_NS;
      if (nowNs - beganNs > WARM_UP_NS + MEASURED_NS) {
        done.countDown();
        return;
      }
      batches += measured && !batch.answers().isEmpty() ? 1 : 0;
      for (Answer answer : batch.answers()) {
        Long atNs = asked.remove(answer.id());
        if (measured && atNs != null) {
          answered++;
          bytes += answer.body().length;
          micros.recordValue((nowNs - atNs) / 1000);
          statuses.merge(answer.status(), 1, Integer::sum);
        }
        ask();
      }
    }

    @Override
    public void down(String reason) {
      System.out.println("down: " + reason);
    }
  }
}
