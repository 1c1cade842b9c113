package io.windsock.platform.link;

import io.vertx.core.Context;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.query.codec.AnswerBatchCodec;
import io.windsock.contracts.query.codec.MalformedBatchException;
import org.jspecify.annotations.Nullable;

/**
 * A link to a server of calls: a stream of batches that is opened again whenever it is lost. Owned
 * by its event loop; only {@link #close} may be called by any thread.
 *
 * <pre>
 *  CONNECTING ──stream──▶ OPENING ──first batch──▶ UP
 *      ▲                     │                      │
 *      └──backoff── DOWN ◀───┴───lost or silent─────┘      any ──close──▶ CLOSED
 * </pre>
 */
public final class CallLink implements AutoCloseable {
  private enum State {
    CONNECTING,
    OPENING,
    UP,
    DOWN,
    CLOSED
  }

  private final LinkClient client;
  private final Context loop;
  private final HttpConnectOptions peer;
  private final Question.Kind kind;
  private final LinkBounds bounds;
  private final LinkListener listener;
  private final CallQueue queue;
  private final Outbound outbound;
  private State state = State.DOWN;

  /** Counts attempts to connect, so that events of earlier ones are recognised. */
  private int attempt;

  private @Nullable HttpClientConnection connection;
  private @Nullable HttpClientRequest stream;
  private long heardNs;
  private final Silence silence;
  private long backoffMs;
  private long timer;

  CallLink(
      LinkClient client,
      Context loop,
      HttpConnectOptions peer,
      Question.Kind kind,
      Sender sender,
      LinkBounds bounds,
      LinkListener listener) {
    this.client = client;
    this.loop = loop;
    this.peer = peer;
    this.kind = kind;
    this.bounds = bounds;
    this.listener = listener;
    queue = new CallQueue(sender, listener, bounds, System::nanoTime);
    outbound = new Outbound(loop, bounds, bounds.callersQuietNs(), queue, bounds.sweep());
    heardNs = System.nanoTime();
    silence = new Silence(heardNs);
    backoffMs = bounds.minBackoff().toMillis();
  }

  void start() {
    if (state == State.CLOSED) {
      return;
    }
    timer = loop.owner().setPeriodic(bounds.tickMs(), id -> tick(System.nanoTime()));
    connect();
  }

  private void connect() {
    if (state != State.DOWN) {
      return;
    }
    state = State.CONNECTING;
    heard();
    int mine = ++attempt;
    client
        .connect(peer)
        .onComplete(
            connected -> {
              if (connected.failed()) {
                lost(mine, "can't connect: " + reason(connected.cause()));
              } else {
                connected(mine, connected.result());
              }
            });
  }

  private static String reason(@Nullable Throwable cause) {
    String said = cause == null ? null : cause.getMessage();
    return said == null ? String.valueOf(cause) : said;
  }

  private void connected(int mine, HttpClientConnection to) {
    if (mine != attempt || state != State.CONNECTING) {
      var unused = to.close();
      return;
    }
    connection = to;
    to.exceptionHandler(e -> {}); // it is closed then, and would be logged as an error otherwise
    to.closeHandler(v -> lost(mine, "the connection was closed"));
    to.request(new RequestOptions().setMethod(HttpMethod.POST).setURI(LinkNames.path(kind)))
        .onComplete(
            made -> {
              if (made.failed()) {
                lost(mine, "can't open a stream: " + reason(made.cause()));
              } else if (mine == attempt && state == State.CONNECTING) {
                opening(mine, made.result());
              }
            });
  }

  private void opening(int mine, HttpClientRequest request) {
    state = State.OPENING;
    stream = request;
    request
        .putHeader("content-type", LinkNames.CONTENT_TYPE)
        .putHeader("te", "trailers")
        .exceptionHandler(e -> lost(mine, "the stream failed: " + reason(e)));
    request
        .response()
        .onComplete(
            answered -> {
              if (answered.failed()) {
                lost(mine, "no stream: " + reason(answered.cause()));
              } else {
                accepted(mine, answered.result());
              }
            });
    outbound.open(request);
    outbound.send(); // says who sends, and opens the stream
  }

  private void accepted(int mine, HttpClientResponse response) {
    String status = response.getHeader(LinkNames.STATUS);
    String type = response.getHeader("content-type");
    if (status != null || response.statusCode() != 200) {
      String message = response.getHeader(LinkNames.MESSAGE);
      lost(mine, "refused: " + (message == null ? response.statusCode() : message));
      return;
    }
    if (type == null || !type.startsWith(LinkNames.CONTENT_TYPE)) {
      lost(mine, "the peer answers with " + type + ", not " + LinkNames.CONTENT_TYPE);
      return;
    }
    MessageReader reader =
        new MessageReader(
            BatchBounds.MAX_ANSWER_BATCH_BYTES,
            (bytes, offset, length) ->
                received(mine, AnswerBatchCodec.decode(bytes, offset, length)));
    response.exceptionHandler(e -> lost(mine, "the stream failed: " + reason(e)));
    response.endHandler(v -> lost(mine, "the peer ended the stream: " + trailer(response)));
    response.handler(
        data -> {
          try {
            if (mine == attempt) {
              heard(); // a big batch takes its time on a slow line
              reader.read(data);
            }
          } catch (MalformedBatchException e) {
            garbled(mine, "the peer sent something other than a batch: " + e.getMessage());
          }
        });
  }

  private static String trailer(HttpClientResponse response) {
    String message = response.getTrailer(LinkNames.MESSAGE);
    return message == null ? "status " + response.getTrailer(LinkNames.STATUS) : message;
  }

  private void received(int mine, AnswerBatch answers) {
    if (mine != attempt) {
      return;
    }
    if (state == State.OPENING) {
      state = State.UP;
      backoffMs = bounds.minBackoff().toMillis();
      listener.up();
    }
    if (state == State.UP) {
      listener.answers(answers);
    }
  }

  private void heard() {
    heardNs = System.nanoTime();
    silence.end(heardNs);
  }

  private void tick(long nowNs) {
    if (state == State.DOWN || state == State.CLOSED) {
      return;
    }
    if (silence.look(nowNs) > bounds.silence().toNanos()) {
      lost(attempt, "the peer was silent for " + bounds.silence().toMillis() + " ms");
    } else {
      outbound.beat(nowNs);
    }
  }

  private void lost(int mine, String reason) {
    if (mine != attempt || state == State.DOWN || state == State.CLOSED) {
      return;
    }
    state = State.DOWN;
    drop();
    loop.owner().setTimer(backoffMs, id -> connect());
    backoffMs = Math.min(2 * backoffMs, bounds.maxBackoff().toMillis());
    listener.down(reason);
  }

  /**
   * Ends the connection to a peer that sends garbage. It would probably send it again, so the link
   * waits for as long as it does where another peer answers.
   */
  private void garbled(int mine, String reason) {
    if (mine == attempt) {
      refuse(reason);
    }
  }

  /**
   * Ends the connection to a peer that is not the one wanted. The link connects again after the
   * longest backoff, because the address may lead elsewhere by then.
   *
   * @param reason what {@link LinkListener#down} gets
   */
  public void refuse(String reason) {
    backoffMs = bounds.maxBackoff().toMillis();
    lost(attempt, reason);
  }

  /** Discards the connection, and all later events of it. */
  private void drop() {
    attempt++;
    outbound.shut();
    HttpClientRequest last = stream;
    HttpClientConnection to = connection;
    stream = null;
    connection = null;
    if (last != null) {
      var unused = last.reset();
    }
    if (to != null) {
      var unused = to.close();
    }
  }

  /**
   * Offers a call, which is sent with one of the next batches, unless its deadline passes before.
   *
   * @throws IllegalArgumentException with the reason, if it exceeds {@link BatchBounds}
   */
  public OfferResult offer(Call call) {
    if (state != State.UP) {
      return OfferResult.DOWN;
    }
    if (!outbound.hasRoom()) {
      return OfferResult.FULL;
    }
    queue.add(call);
    outbound.added();
    return OfferResult.TAKEN;
  }

  /**
   * Tells the peer that the answer to an earlier call is no longer needed. It may still come.
   *
   * @param id a valid id
   */
  public OfferResult cancel(String id) {
    if (state != State.UP) {
      return OfferResult.DOWN;
    }
    if (!outbound.hasRoom()) {
      return OfferResult.FULL;
    }
    queue.cancel(id);
    outbound.added();
    return OfferResult.TAKEN;
  }

  /** Sends at once what was offered, for a caller that knows that no more is coming. */
  public void flush() {
    outbound.flush();
  }

  /** Returns whether the peer has sent a batch on the current connection. */
  public boolean isUp() {
    return state == State.UP;
  }

  /**
   * Returns when anything last arrived, in terms of {@link System#nanoTime}; when the link began to
   * connect, if nothing has arrived since.
   */
  public long heardNs() {
    return heardNs;
  }

  /** Closes the link. What was offered and not sent is dropped, and nothing more is reported. */
  @Override
  public void close() {
    loop.runOnContext(v -> closed());
  }

  private void closed() {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    loop.owner().cancelTimer(timer);
    drop();
  }
}
