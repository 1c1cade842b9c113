package io.windsock.client;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.net.EventLoops;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks gateways, or sites, for the state of keys and the rows of views, each within a deadline. Any
 * number of threads may use one client, which needs one thread and two connections a gateway
 * itself.
 *
 * <pre>{@code
 * ClientOptions options = ClientOptions.of("http://10.0.0.7:9070", "http://10.0.0.8:9070");
 * try (WindsockClient client = WindsockClient.open(options)) {
 *   Answer answer =
 *       client.askAndWait(new Question.OfKey("08001234567"), Duration.ofMillis(100));
 *   if (answer.status() == Answer.Status.FOUND) {
 *     System.out.println(new String(answer.body(), StandardCharsets.UTF_8));
 *   }
 *
 *   client
 *       .ask(new Question.OfView("arrivals", "EGLL", 50), Duration.ofSeconds(1))
 *       .thenAccept(rows -> System.out.println(rows.status()));
 * }
 * }</pre>
 *
 * <p>Each call is sent to two gateways that are up, its primary and its backup, by the ranks that
 * all requesters and gateways give them. While a gateway has just started, most calls are sent to
 * others only. A call has exactly one outcome:
 *
 * <ul>
 *   <li>the first final answer ({@code FOUND}, {@code ABSENT}, {@code INVALID});
 *   <li>{@code BUSY} at once, if too many calls are pending at its primary, and lately were at its
 *       backup, or in this client;
 *   <li>{@code BUSY}, {@code BEHIND} or {@code FAILED}, with the reason, if all gateways that were
 *       asked refuse it;
 *   <li>{@code LATE} at its deadline, at most 5 ms later; an answer that comes after that is
 *       dropped.
 * </ul>
 *
 * <p>Calls carry the newest position that answers have shown, so that no answer is older than what
 * its caller had seen when it asked; the callers of one client count as one. After the site's topic
 * was recreated all calls are {@code BEHIND}, until {@link #forgetPosition}.
 *
 * <p>Lost connections are re-established in the background, and calls wait for them until their
 * deadline. Outcomes are handed over on the client's thread: code that depends on them must not
 * block, or take an executor of its own ({@code thenAcceptAsync}).
 */
public final class WindsockClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WindsockClient.class);

  /** The time between two checks of the deadlines, ms. */
  private static final long SWEEP_MS = 5;

  private static final long CLOSE_SECONDS = 10;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMillis(Call.MAX_DEADLINE_MS);

  private final ClientOptions options;
  private final Vertx vertx;
  private final Context loop;
  private final LinkClient links;
  private final Position position;
  private final Counters counters;
  private final Lane keys;
  private final Lane views;
  private final GatewayBoard board;
  private final Inbox inbox = new Inbox();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * The prefix of ids, drawn at random for each client, so that no two clients' ids are the same.
   */
  private final String idPrefix;

  // Owned by the event loop
  private long ids;
  private boolean sweeping;

  private WindsockClient(ClientOptions options, Later later) {
    this.options = options;
    idPrefix = ClientOptions.random() + '-';
    vertx =
        Vertx.vertx(EventLoops.options(1).setInternalBlockingPoolSize(1).setUseDaemonThread(true));
    loop = vertx.getOrCreateContext();
    links = new LinkClient(vertx, LinkBounds.standard());
    position = new Position(options.carryPosition());
    counters = new Counters(options.maxPending());
    Sender sender = new Sender(options.name(), idPrefix + "run", false);
    keys = lane(new Dialer(links, loop, Question.Kind.KEY, sender, later));
    views = lane(new Dialer(links, loop, Question.Kind.VIEW, sender, later));
    board = new GatewayBoard(options.gateways(), keys, views);
  }

  private Lane lane(Dialer dialer) {
    long sweepNs = TimeUnit.MILLISECONDS.toNanos(SWEEP_MS);
    return new Lane(dialer, options, position, counters, () -> board.update(), sweepNs);
  }

  /** Opens a client, which connects in the background. Its thread is a daemon. */
  public static WindsockClient open(ClientOptions options) {
    return open(options, Later.timer());
  }

  /** Opens a client whose delayed work {@code later} runs. */
  static WindsockClient open(ClientOptions options, Later later) {
    WindsockClient client = new WindsockClient(options, later);
    client.loop.runOnContext(
        v -> {
          client.board.update();
          client.keys.open();
          client.views.open();
        });
    return client;
  }

  // Asking

  /**
   * Asks a question. The stage completes normally with the one outcome, whatever it is. Its {@code
   * toCompletableFuture().cancel(false)} cancels the call, at the gateways and sites, too; so does
   * anything else that ends the future early, such as {@code orTimeout} or {@code
   * completeOnTimeout}.
   *
   * @param deadline within which the answer counts, 1 ms to 1 min
   * @throws IllegalArgumentException if the deadline is out of range, or the question exceeds
   *     {@link BatchBounds}
   * @throws IllegalStateException if the client is closed
   */
  public CompletionStage<Answer> ask(Question question, Duration deadline) {
    return future(question, deadline);
  }

  private CompletableFuture<Answer> future(Question question, Duration deadline) {
    if (deadline.compareTo(SHORTEST) < 0 || deadline.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "a deadline of " + deadline + "; use 1 to " + Call.MAX_DEADLINE_MS + " ms");
    }
    CompletableFuture<Answer> answered = new CompletableFuture<>();
    AtomicBoolean over = new AtomicBoolean();
    PendingCall call =
        submit(
            question,
            System.nanoTime() + deadline.toNanos(),
            answer -> {
              over.set(true);
              answered.complete(answer);
            });
    if (call != null) {
      var unused =
          answered.whenComplete(
              (answer, failure) -> {
                if (!over.get()) { // it ended early, maybe with a value that is no outcome
                  onLoop(() -> lane(call).cancel(call));
                }
              });
    }
    return answered;
  }

  /**
   * Asks a question, and waits for the outcome.
   *
   * @param deadline within which the answer counts, 1 ms to 1 min
   * @throws IllegalArgumentException if the deadline is out of range, or the question exceeds
   *     {@link BatchBounds}
   * @throws IllegalStateException if the client is closed, or this is the client's own thread
   * @throws InterruptedException if the thread is interrupted; the call is cancelled then
   */
  public Answer askAndWait(Question question, Duration deadline) throws InterruptedException {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("an event loop must not wait; use ask");
    }
    CompletableFuture<Answer> answered = future(question, deadline);
    try {
      return answered.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome is never an exception", e);
    } catch (InterruptedException e) {
      answered.cancel(false);
      throw e;
    }
  }

  /**
   * Asks a question with a deadline that the caller keeps itself, without a future.
   *
   * @param deadlineNs the deadline in terms of {@link System#nanoTime}, at most 1 min from now; one
   *     that has passed makes the call {@code LATE} without being sent
   * @param outcome receives the one outcome, on the client's thread; on this one if too many calls
   *     are pending
   * @throws IllegalArgumentException if the deadline is out of range, or the question exceeds
   *     {@link BatchBounds}
   * @throws IllegalStateException if the client is closed
   */
  public void ask(Question question, long deadlineNs, Consumer<Answer> outcome) {
    var unused = submit(question, deadlineNs, outcome);
  }

  /** Returns the call that waits for its outcome; null if it has had it. */
  private @Nullable PendingCall submit(
      Question question, long deadlineNs, Consumer<Answer> outcome) {
    String fault = BatchBounds.fault(question);
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
    long nowNs = System.nanoTime();
    if (deadlineNs - nowNs > TimeUnit.MILLISECONDS.toNanos(Call.MAX_DEADLINE_MS)) {
      throw new IllegalArgumentException(
          "a deadline in "
              + (deadlineNs - nowNs)
              + " ns; at most in "
              + Call.MAX_DEADLINE_MS
              + " ms");
    }
    if (!counters.admit()) {
      outcome.accept(Refusals.tooMany(options.maxPending()));
      return null;
    }
    PendingCall call = new PendingCall(question, nowNs, deadlineNs, outcome);
    switch (inbox.put(call)) {
      case FIRST -> onLoop(this::drain);
      case FURTHER -> {} // the event loop has been told
      case REFUSED -> {
        counters.withdrawn();
        throw new IllegalStateException("the client is closed");
      }
    }
    return call;
  }

  private void onLoop(Runnable work) {
    try {
      loop.runOnContext(v -> work.run());
    } catch (RejectedExecutionException e) {
      LOG.debug("the client was closed meanwhile, which ended the calls that it had", e);
    }
  }

  /** Takes all calls that have gathered. */
  private void drain() {
    PendingCall call = inbox.takeAll();
    long nowNs = System.nanoTime();
    keys.look(nowNs);
    views.look(nowNs);
    while (call != null) {
      PendingCall next = call.next;
      call.next = null;
      lane(call).ask(call, idPrefix + ++ids, nowNs);
      call = next;
    }
    if (!sweeping && keys.pending() + views.pending() > 0) {
      sweeping = true;
      vertx.setPeriodic(SWEEP_MS, this::sweep);
    }
  }

  private Lane lane(PendingCall call) {
    return call.question.kind() == Question.Kind.KEY ? keys : views;
  }

  private void sweep(long timer) {
    long nowNs = System.nanoTime();
    keys.tick(nowNs);
    views.tick(nowNs);
    if (keys.pending() + views.pending() == 0) {
      vertx.cancelTimer(timer);
      sweeping = false;
    }
  }

  // State

  /** Returns the newest position that answers have shown; null if none has. */
  public @Nullable Token position() {
    return position.newest();
  }

  /**
   * Forgets the newest position: answers to later calls may be older, or of a recreated topic.
   * Those to earlier calls are not noted.
   */
  public void forgetPosition() {
    position.forget();
  }

  /** Returns what became of the calls so far. */
  public ClientStats stats() {
    return counters.stats();
  }

  /** Returns the state of the gateways, in the order of the options. */
  public List<GatewayStatus> gateways() {
    return board.statuses();
  }

  /**
   * Waits until gateways are up. There is no need to: calls wait for gateways, too.
   *
   * @param count how many of the gateways have to be
   * @return whether as many are up, before the time was over
   */
  public boolean awaitGateways(int count, Duration timeout) throws InterruptedException {
    return board.await(count, timeout);
  }

  // End

  /**
   * Closes all connections. Calls that are pending get the outcome {@code FAILED}; waits for their
   * callers' code, unless it is called from there.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    PendingCall left = inbox.close();
    if (Context.isOnEventLoopThread()) {
      loop.runOnContext(v -> end(left));
      loop.runOnContext(v -> shut());
      return;
    }
    CompletableFuture<Void> ended = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          end(left);
          ended.complete(null);
        });
    await(ended);
    await(shut().toCompletionStage().toCompletableFuture());
  }

  private Future<Void> shut() {
    links.close();
    return vertx.close();
  }

  private void end(@Nullable PendingCall left) {
    PendingCall call = left;
    while (call != null) {
      PendingCall next = call.next;
      Answer answer = Refusals.closed(call);
      counters.outcome(answer.status());
      Lane.deliver(call, answer);
      call = next;
    }
    keys.close();
    views.close();
    board.update();
  }

  private static void await(CompletableFuture<Void> ended) {
    try {
      ended.get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("the client's connections did not close within {} s", CLOSE_SECONDS, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
