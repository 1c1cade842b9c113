package io.windsock.system;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkListener;
import io.windsock.platform.link.OfferResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A requester that asks each gateway that takes calls the same, and counts the first answer of a
 * site. One thread asks.
 */
final class RedundantCaller implements AutoCloseable {
  private static final long WAIT_SECONDS = 60;
  private static final long NS_PER_MS = 1_000_000;
  private static final long LOOK_MS = 20;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final LinkClient client = new LinkClient(vertx, LinkBounds.standard());
  private final Context loop = vertx.getOrCreateContext();
  private final List<To> gateways = new ArrayList<>();

  /** By id, when the call was sent, ns; owned by the event loop. */
  private final Map<String, Long> sent = new HashMap<>();

  private final Map<String, Long> tookNs = new HashMap<>();
  private final Map<String, String> refusals = new TreeMap<>();

  /**
   * What became of calls.
   *
   * @param late the calls that no site answered in time, and what was said of each
   * @param slowestMs the longest time of an answer
   */
  record Result(int calls, Map<String, String> late, long slowestMs) {}

  /** The link to one gateway. */
  private final class To implements LinkListener {
    private final CallLink link;
    private final CompletableFuture<Boolean> takesCalls = new CompletableFuture<>();
    private volatile @Nullable Responder responder;

    To(String url, String name) {
      link = client.open(loop, url, Question.Kind.KEY, new Sender(name, "run-1", false), this);
    }

    @Override
    public void up() {}

    @Override
    public void answers(AnswerBatch batch) {
      responder = batch.responder();
      if (batch.responder().takesCalls()) {
        takesCalls.complete(true);
      }
      batch.answers().forEach(RedundantCaller.this::answered);
    }

    @Override
    public void down(String reason) {
      responder = null;
    }

    @Nullable String taking() {
      Responder now = responder;
      return now != null && now.takesCalls() && link.isUp() ? now.name() : null;
    }
  }

  RedundantCaller(String name, List<String> urls) {
    urls.forEach(url -> gateways.add(new To(url, name)));
    gateways.forEach(to -> to.takesCalls.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join());
  }

  private void answered(Answer answer) {
    Long sentNs = sent.get(answer.id());
    if (sentNs == null) {
      return;
    }
    if (answer.status() == Answer.Status.FOUND) {
      tookNs.putIfAbsent(answer.id(), System.nanoTime() - sentNs);
    } else {
      refusals.merge(
          answer.id(),
          answer.status() + " " + answer.site() + " " + answer.error(),
          (one, other) -> one + "; " + other);
    }
  }

  /**
   * Asks for the keys in turn, at an even rate.
   *
   * @param prefix what ids begin with
   * @param at what to do meanwhile, by the number of the call before which it is started; each on a
   *     thread of its own
   */
  Result ask(
      String prefix,
      List<String> keys,
      int count,
      int perSecond,
      int deadlineMs,
      Map<Integer, Runnable> at)
      throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    long beganNs = System.nanoTime();
    for (int i = 0; i < count; i++) {
      Runnable meanwhile = at.get(i);
      if (meanwhile != null) {
        Thread thread = new Thread(meanwhile, "meanwhile");
        threads.add(thread);
        thread.start();
      }
      long dueNs = beganNs + TimeUnit.SECONDS.toNanos(1) / perSecond * i;
      while (System.nanoTime() - dueNs < 0) {
        LockSupport.parkNanos(Math.min(NS_PER_MS, dueNs - System.nanoTime()));
      }
      String id = prefix + i;
      String key = keys.get(i % keys.size());
      loop.runOnContext(v -> send(id, key, deadlineMs));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    awaitAnswers(prefix, count, 2L * deadlineMs);
    return onLoop(() -> result(prefix, count, deadlineMs));
  }

  private void awaitAnswers(String prefix, int count, long ms) throws InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() - endNs < 0 && !onLoop(() -> allAnswered(prefix, count))) {
      Thread.sleep(LOOK_MS);
    }
  }

  private boolean allAnswered(String prefix, int count) {
    return IntStream.range(0, count).allMatch(i -> tookNs.containsKey(prefix + i));
  }

  private void send(String id, String key, int deadlineMs) {
    List<String> names = new ArrayList<>();
    List<CallLink> links = new ArrayList<>();
    for (To to : gateways) {
      String name = to.taking();
      if (name != null) {
        names.add(name);
        links.add(to.link);
      }
    }
    sent.put(id, System.nanoTime());
    Call call = new Call(id, new Question.OfKey(key), deadlineMs, null, links.size(), names);
    for (CallLink link : links) {
      if (link.offer(call) != OfferResult.TAKEN) {
        refusals.merge(id, "a link took it not", (one, other) -> one + "; " + other);
      }
    }
  }

  private Result result(String prefix, int count, int deadlineMs) {
    Map<String, String> late = new TreeMap<>();
    long slowestNs = 0;
    for (int i = 0; i < count; i++) {
      String id = prefix + i;
      Long took = tookNs.get(id);
      if (took == null || took > deadlineMs * NS_PER_MS) {
        late.put(id, (took == null ? "" : took / NS_PER_MS + " ms; ") + refusals.get(id));
      } else {
        slowestNs = Math.max(slowestNs, took);
      }
    }
    return new Result(count, late, slowestNs / NS_PER_MS);
  }

  private <T> T onLoop(Supplier<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.runOnContext(v -> done.complete(work.get()));
    return done.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    gateways.forEach(to -> to.link.close());
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
