package io.windsock.gateway.run;

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
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A requester with one link to a gateway. */
final class LinkRequester implements AutoCloseable, LinkListener {
  private static final long WAIT_SECONDS = 60;

  final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  final BlockingQueue<String> downs = new LinkedBlockingQueue<>();
  volatile @Nullable Responder responder;
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final LinkClient client = new LinkClient(vertx, LinkBounds.standard());
  private final Context loop = vertx.getOrCreateContext();
  private final CompletableFuture<Boolean> up = new CompletableFuture<>();
  private final CallLink link;

  LinkRequester(String url, String name, boolean gateway) {
    this(url, new Sender(name, "run-1", gateway));
  }

  LinkRequester(String url, Sender self) {
    link = client.open(loop, url, Question.Kind.KEY, self, this);
  }

  LinkRequester awaitUp() {
    up.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
    return this;
  }

  static Call call(String id, int deadlineMs) {
    return new Call(id, new Question.OfKey("k"), deadlineMs, null, 1, List.of());
  }

  void send(List<Call> calls) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    loop.runOnContext(
        v -> done.complete(calls.stream().allMatch(call -> link.offer(call) == OfferResult.TAKEN)));
    if (!done.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join()) {
      throw new IllegalStateException("the link took not all of " + calls.size() + " calls");
    }
  }

  void cancel(String id) {
    loop.runOnContext(v -> link.cancel(id));
  }

  Answer answer() throws InterruptedException {
    Answer answer = answers.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    if (answer == null) {
      throw new IllegalStateException("no answer within " + WAIT_SECONDS + " s");
    }
    return answer;
  }

  @Override
  public void up() {
    up.complete(true);
  }

  @Override
  public void answers(AnswerBatch batch) {
    responder = batch.responder();
    answers.addAll(batch.answers());
  }

  @Override
  public void down(String reason) {
    downs.add(reason);
  }

  @Override
  public void close() {
    link.close();
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
