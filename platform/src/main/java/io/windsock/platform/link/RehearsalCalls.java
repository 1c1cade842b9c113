package io.windsock.platform.link;

import io.vertx.core.Context;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls for keys that a process makes to itself before it serves others. A Java process handles its
 * first calls many times slower than later ones, because it has yet to compile the code. Up to
 * {@value #PENDING} calls are pending at a time. One thread owns it; its link's event loop receives
 * the answers.
 */
public final class RehearsalCalls implements LinkListener, AutoCloseable {
  /** How many calls are made: enough for the JVM to compile all that handles a call. */
  public static final int COUNT = 40_000;

  /** The name by which the caller is known at the other end of the link. */
  public static final String CALLER = "rehearsal";

  private static final int PENDING = 64;
  private static final int DEADLINE_MS = 1_000;

  private final List<String> keys;
  private final CompletableFuture<Integer> done = new CompletableFuture<>();
  private final Context loop;
  private final LinkClient client;
  private final CallLink link;

  // Of the event loop:
  private boolean begun;
  private int asked;
  private int answered;

  /**
   * Opens a link.
   *
   * @param loop the event loop of the link; its Vert.x outlives this
   * @param url the base URL of the links of a gateway or site in this process
   * @param keys what is asked for, in turn; at least one
   */
  public RehearsalCalls(Context loop, LinkBounds bounds, String url, List<String> keys) {
    this.loop = loop;
    this.keys = List.copyOf(keys);
    client = new LinkClient(loop.owner(), bounds);
    link = client.open(loop, url, Question.Kind.KEY, new Sender(CALLER, CALLER, false), this);
  }

  /**
   * Makes the calls, as soon as the other end says that it is ready.
   *
   * @return how many were answered
   * @throws TimeoutException if fewer than {@link #COUNT} were answered in time
   * @throws ExecutionException if the link was lost
   */
  public int make(Duration most) throws InterruptedException, TimeoutException, ExecutionException {
    loop.runOnContext(v -> begun = true);
    return done.get(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void up() {
    // Heartbeats say when the other end is ready.
  }

  @Override
  public void answers(AnswerBatch batch) {
    answered += batch.answers().size();
    if (answered >= COUNT) {
      done.complete(answered);
    } else if (begun && batch.responder().ready()) {
      ask(PENDING - (asked - answered));
    }
  }

  private void ask(int calls) {
    for (int i = 0; i < calls; i++) {
      Question key = new Question.OfKey(keys.get(asked % keys.size()));
      Call call = new Call("c" + asked, key, DEADLINE_MS, null, 1, List.of());
      if (link.offer(call) != OfferResult.TAKEN) {
        return;
      }
      asked++;
    }
  }

  @Override
  public void down(String reason) {
    done.completeExceptionally(new IllegalStateException(reason));
  }

  @Override
  public void close() {
    link.close();
    client.close();
  }
}
