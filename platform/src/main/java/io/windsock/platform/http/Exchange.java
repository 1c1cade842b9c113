package io.windsock.platform.http;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer. Its event loop owns it; {@link #onWorker} brings workers' results
 * back to that loop.
 *
 * <pre>
 *  accepted ──answer, refuse──▶ done
 *     │ └───── client gone ────▶ done
 *     └─stream──▶ streaming ──ended──▶ done
 * </pre>
 */
public final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int FAILED = 500;

  private final AnswerPolicy policy;
  private final Context loop;
  private final String route;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final long acceptedNs = System.nanoTime();
  private boolean pending = true;
  private boolean answered;
  private boolean gone;
  private boolean sendingLong;
  private @Nullable Handler<Void> whenGone;
  private @Nullable Runnable whenReleased;

  /**
   * Creates an exchange for a request just accepted.
   *
   * @param route the route under which the request is counted
   */
  public Exchange(AnswerPolicy policy, Context loop, String route, HttpServerRequest request) {
    this.policy = policy;
    this.loop = loop;
    this.route = route;
    this.request = request;
    response = request.response();
    policy.accepted();
    response.exceptionHandler(e -> {}); // the close handler runs next and reports it
    response.closeHandler(this::closed);
  }

  private void closed(Void nothing) {
    gone = true;
    endPending();
    if (whenGone != null) {
      whenGone.handle(null);
    }
    released();
  }

  /**
   * Sets a handler that runs on the event loop if the client disconnects before the answer ends.
   */
  public void whenGone(Handler<Void> handler) {
    whenGone = handler;
  }

  /**
   * Sets what runs on the event loop, once, when the body of the complete answer is no longer held:
   * it has been sent, or the client has disconnected. To be set before the answer.
   */
  public void whenReleased(Runnable handler) {
    whenReleased = handler;
  }

  private void released() {
    if (sendingLong) {
      sendingLong = false;
      policy.longAnswerEnded();
    }
    Runnable handler = whenReleased;
    whenReleased = null;
    if (handler != null) {
      handler.run();
    }
  }

  /** Returns the event loop that owns this exchange. */
  public Context loop() {
    return loop;
  }

  /** Returns when the request was accepted, as of {@link System#nanoTime}. */
  public long acceptedNs() {
    return acceptedNs;
  }

  /** Returns a header of the request; null if absent. */
  public @Nullable String header(CharSequence name) {
    return request.getHeader(name);
  }

  /** Returns the client's progress in reading what is sent, measured from now on. */
  public Progress progress() {
    return new Progress(request.connection());
  }

  /** Closes the connection at once, discarding unsent bytes. */
  public void abort() {
    Wire.abort(request.connection());
  }

  /** Returns whether the exchange is answered or the client has disconnected. */
  public boolean over() {
    return gone || answered || response.ended();
  }

  /** Sends a complete answer, unless the client has disconnected. */
  public void answer(Answer answer) {
    if (over()) {
      return;
    }
    response.setStatusCode(answer.status());
    MultiMap headers = response.headers();
    policy.setCommonHeaders(request.headers(), headers);
    if (!answer.contentType().isEmpty()) {
      headers.set(HttpHeaders.CONTENT_TYPE, answer.contentType());
    }
    for (int i = 0; i < answer.headers().size(); i += 2) {
      headers.add(answer.headers().get(i), answer.headers().get(i + 1));
    }
    if (request.method().equals(HttpMethod.HEAD) && hasBody(answer.status())) {
      headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(answer.body().length()));
    }
    policy.count(route, answer.status());
    sendingLong = answer.body().length() > LongBody.SLICE_BYTES;
    if (sendingLong) {
      policy.longAnswerBegun(); // before it is no longer pending, so that it always counts as one
    }
    endPending();
    answered = true;
    LongBody.end(request, answer.body(), this::sent, this::released);
  }

  /**
   * Whether an answer to GET with this status has a body, even an empty one. Of one that has none
   * the body's length says nothing.
   */
  private static boolean hasBody(int status) {
    return status != NO_CONTENT && status != NOT_MODIFIED;
  }

  private void sent() {
    policy.latency(route).recordSince(acceptedNs);
    released();
  }

  /** Sends JSON with status 200 and these headers, alternating name and value. */
  public void answerJson(List<CharSequence> headers, Buffer body) {
    answer(new Answer(OK, Answer.JSON, headers, body));
  }

  /** Sends a refusal. */
  public void refuse(Refusal refusal) {
    answer(refusalAnswer(policy, refusal));
  }

  /** Sends a refusal with further headers, alternating name and value. */
  public void refuse(Refusal refusal, List<CharSequence> further) {
    Answer answer = refusalAnswer(policy, refusal);
    List<CharSequence> headers = new ArrayList<>(further);
    headers.addAll(answer.headers());
    answer(new Answer(answer.status(), answer.contentType(), headers, answer.body()));
  }

  /** Returns the answer for a refusal. */
  public static Answer refusalAnswer(AnswerPolicy policy, Refusal refusal) {
    Buffer body =
        Json.object(
            json -> {
              json.writeStringField("error", refusal.error());
              json.writeStringField("remedy", refusal.remedy());
              if (refusal.status() == 503) {
                json.writeArrayFieldStart(policy.noun() + "s");
                for (String url : policy.origins().urls()) {
                  json.writeString(url);
                }
                json.writeEndArray();
              }
            });
    return new Answer(refusal.status(), Answer.JSON, refusal.headers(), body);
  }

  private void fail(Throwable cause) {
    LOG.error("{} {}", request.method(), Refusal.shown(request.uri()), cause);
    refuse(
        Refusal.of(
            FAILED,
            "the " + policy.noun() + " failed to answer",
            "try another " + policy.noun() + "; its log says why"));
  }

  /** Answers a failure: a refusal as such, anything else as an internal error. */
  public void failed(Throwable cause) {
    if (cause instanceof Refusal refusal) {
      refuse(refusal);
    } else if (cause instanceof CompletionException && cause.getCause() != null) {
      failed(cause.getCause());
    } else {
      fail(cause);
    }
  }

  /**
   * Runs {@code work} and answers its failures. Errors are among them, such as one for want of
   * memory: without an answer the request would be pending for good.
   */
  public void attempt(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /**
   * Runs {@code work} on a worker thread for short reads, and sends its answer on the event loop.
   */
  public void onWorker(Workers workers, Supplier<Answer> work) {
    workers.scan(() -> finish(work));
  }

  /** Like {@link #onWorker}, for long work. */
  public void onBigWorker(Workers workers, Supplier<Answer> work) {
    workers.big(() -> finish(work));
  }

  private void finish(Supplier<Answer> work) {
    try {
      Answer answer = work.get();
      loop.runOnContext(v -> answer(answer));
    } catch (RuntimeException | Error e) {
      loop.runOnContext(v -> failed(e));
    }
  }

  /**
   * Begins an answer of unknown length, which the caller writes and ends. The exchange stays
   * pending until {@link #endPending}.
   */
  public HttpServerResponse stream(String contentType) {
    response.setChunked(true);
    begin(response.getStatusCode()).headers().set(HttpHeaders.CONTENT_TYPE, contentType);
    return response;
  }

  /**
   * Begins an answer whose remaining headers and body the caller writes, and which it ends. The
   * exchange stays pending until {@link #endPending}.
   *
   * @param status the HTTP status
   */
  public HttpServerResponse begin(int status) {
    response.setStatusCode(status);
    policy.setCommonHeaders(request.headers(), response.headers());
    policy.count(route, status);
    return response;
  }

  /**
   * Sends a file as the answer. The exchange is not pending meanwhile, because the duration depends
   * on the client.
   *
   * @param patienceMs how long a client may take to read all of it before it is disconnected, ms
   * @param absent the refusal if the file no longer exists
   * @param done runs on the event loop when all of it is sent, or the client has disconnected
   */
  public void file(String contentType, Path file, long patienceMs, Refusal absent, Runnable done) {
    if (over()) {
      done.run();
      return;
    }
    MultiMap headers = response.headers();
    policy.setCommonHeaders(request.headers(), headers);
    headers.set(HttpHeaders.CONTENT_TYPE, contentType);
    headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
    endPending();
    long timer = loop.owner().setTimer(patienceMs, id -> abort());
    response
        .sendFile(file.toString())
        .onComplete(
            sent -> {
              loop.owner().cancelTimer(timer);
              done.run();
              if (sent.failed() && !response.headWritten()) {
                headers.clear();
                refuse(absent);
              } else {
                policy.count(route, response.getStatusCode());
              }
            });
  }

  /** Ends the pending state of an answer that was begun and is complete, and records its time. */
  public void complete() {
    endPending();
    policy.latency(route).recordSince(acceptedNs);
  }

  /** Ends the pending state of a stream that has its initial data. */
  public void endPending() {
    if (pending) {
      pending = false;
      policy.done();
    }
  }
}
