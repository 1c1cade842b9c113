package io.windsock.site.testing;

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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks a site over links, as a gateway or a requester does. Any thread may use it. */
public final class Requester implements AutoCloseable {
  /** The longest that a site takes, so that no pause of the machine makes a call late. */
  private static final int DEADLINE_MS = 60_000;

  private static final long WAIT_SECONDS = 60;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final LinkClient client = new LinkClient(vertx, LinkBounds.standard());
  private final Context loop = vertx.getOrCreateContext();
  private final Map<Question.Kind, CallLink> links = new EnumMap<>(Question.Kind.class);
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private volatile @Nullable Responder responder;

  /** Connects, with a link for each kind of calls. */
  public Requester(String url, String name, boolean gateway) {
    for (Question.Kind kind : Question.Kind.values()) {
      CompletableFuture<Boolean> up = new CompletableFuture<>();
      Sender sender = new Sender(name, "run-1", gateway);
      links.put(kind, client.open(loop, url, kind, sender, new Listener(up)));
      up.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
    }
  }

  private final class Listener implements LinkListener {
    private final CompletableFuture<Boolean> up;

    Listener(CompletableFuture<Boolean> up) {
      this.up = up;
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
      responder = null;
    }
  }

  /** A call for a key. */
  public static Call key(String id, String key) {
    return new Call(id, new Question.OfKey(key), DEADLINE_MS, null, 1, List.of());
  }

  /** A call for a view. */
  public static Call view(String id, String view, String group, int limit) {
    return new Call(id, new Question.OfView(view, group, limit), DEADLINE_MS, null, 1, List.of());
  }

  /** Sends calls, together. */
  public void send(List<Call> calls) {
    onLoop(
        () -> {
          for (Call call : calls) {
            OfferResult offer = link(call.question().kind()).offer(call);
            if (offer != OfferResult.TAKEN) {
              throw new IllegalStateException(call + ": " + offer);
            }
          }
        });
  }

  /** Sends one call. */
  public void send(Call call) {
    send(List.of(call));
  }

  /** Sends a call and its cancel in one batch. */
  public void sendAndCancel(Call call) {
    onLoop(
        () -> {
          CallLink link = link(call.question().kind());
          if (link.offer(call) != OfferResult.TAKEN) {
            throw new IllegalStateException("not taken: " + call);
          }
          link.cancel(call.id());
        });
  }

  /** Cancels a call. */
  public void cancel(Question.Kind kind, String id) {
    onLoop(() -> link(kind).cancel(id));
  }

  private CallLink link(Question.Kind kind) {
    CallLink link = links.get(kind);
    if (link == null) {
      throw new IllegalStateException("no link for " + kind);
    }
    return link;
  }

  private void onLoop(Runnable work) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          try {
            work.run();
            done.complete(true);
          } catch (RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    done.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
  }

  /** The next answer. */
  public Answer answer() {
    try {
      Answer answer = answers.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      if (answer == null) {
        throw new IllegalStateException("no answer within " + WAIT_SECONDS + " s");
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends a call and returns the next answer. */
  public Answer ask(Call call) {
    send(call);
    return answer();
  }

  /** The number of answers that have come and were not read. */
  public int unread() {
    return answers.size();
  }

  /** What the site last said of itself. */
  public @Nullable Responder responder() {
    return responder;
  }

  @Override
  public void close() {
    links.values().forEach(CallLink::close);
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
