package io.windsock.testbed.calls;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.platform.http.client.Remote;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls as plain HTTP requests, {@code GET /v1/query/state/KEY} or {@code
 * /v1/query/views/VIEW} with the headers {@code Deadline-Ms} and {@code Request-Id}, at the
 * gateways in turn, over connections that are kept. An event loop owns each request.
 */
final class HttpRequester implements Requester {
  private static final int MAX_CONNECTIONS = 512;
  private static final int MAX_WAITING = 100_000;
  private static final int CONNECT_MS = 1_000;

  /**
   * For how long after its deadline a request may keep its connection, ms. Whoever closes it at
   * once opens another one for each call that is late, which makes the next ones late, too.
   */
  private static final long GRACE_MS = 1_000;

  private static final long NS_PER_MS = 1_000_000;
  private static final long NO_TIMER = -1;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;
  private static final int TIMEOUT = 504;

  private final Vertx vertx;
  private final Context loop;
  private final HttpClient http;
  private final List<RequestOptions> servers = new ArrayList<>();
  private final long graceMs;
  private final String idPrefix;
  private final AtomicLong redundant = new AtomicLong();
  private long calls;

  HttpRequester(List<URI> urls) {
    this(urls, GRACE_MS);
  }

  /** Creates one whose late requests may keep their connections for so long, ms. */
  HttpRequester(List<URI> urls, long graceMs) {
    this.graceMs = graceMs;
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setUseDaemonThread(true));
    loop = vertx.getOrCreateContext();
    http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setTcpNoDelay(true)
                .setKeepAlive(true)
                .setConnectTimeout(CONNECT_MS),
            new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING));
    for (URI url : urls) {
      boolean tls = "https".equals(url.getScheme());
      int usualPort = tls ? HTTPS_PORT : HTTP_PORT;
      servers.add(
          new RequestOptions()
              .setMethod(HttpMethod.GET)
              .setHost(url.getHost())
              .setPort(url.getPort() < 0 ? usualPort : url.getPort())
              .setSsl(tls));
    }
    idPrefix = Long.toString(new SplittableRandom().nextLong() >>> 1, 36) + "-";
  }

  @Override
  public void ask(Question question, long deadlineNs, Consumer<Status> outcome) {
    String path = path(question);
    long number = calls++;
    RequestOptions server = servers.get((int) (number % servers.size()));
    loop.runOnContext(v -> new Exchange(outcome).start(server, path, number, deadlineNs));
  }

  private static String path(Question question) {
    if (question instanceof Question.OfKey key) {
      return "/v1/query/state/" + Remote.encoded(key.key());
    }
    if (question instanceof Question.OfView view && view.group().isEmpty()) {
      return "/v1/query/views/" + Remote.encoded(view.view());
    }
    throw new IllegalArgumentException("no HTTP request asks for " + question);
  }

  /** One request. */
  private final class Exchange {
    private final Consumer<Status> outcome;
    private @Nullable HttpClientRequest request;
    private long timer = NO_TIMER;
    private boolean over;

    Exchange(Consumer<Status> outcome) {
      this.outcome = outcome;
    }

    void start(RequestOptions server, String path, long number, long deadlineNs) {
      long leftNs = deadlineNs - System.nanoTime();
      if (leftNs <= 0) {
        end(Status.LATE);
        return;
      }
      long leftMs = Math.max(1, (leftNs + NS_PER_MS / 2) / NS_PER_MS);
      timer = vertx.setTimer(Math.max(1, (leftNs + NS_PER_MS - 1) / NS_PER_MS), id -> timedOut());
      RequestOptions options =
          new RequestOptions(server)
              .setURI(path)
              .putHeader("Deadline-Ms", Long.toString(Math.min(leftMs, Call.MAX_DEADLINE_MS)))
              .putHeader("Request-Id", idPrefix + number);
      http.request(options).onComplete(this::connected, e -> end(Status.FAILED));
    }

    private void connected(HttpClientRequest made) {
      made.exceptionHandler(e -> {}); // the futures below say it, and a reset is no error
      if (over) {
        var unused = made.reset(); // nothing was sent, so the connection stays
        return;
      }
      request = made;
      made.send().onComplete(this::responded, e -> end(Status.FAILED));
    }

    private void responded(HttpClientResponse response) {
      response
          .body()
          .onComplete(body -> answered(status(response.statusCode())), e -> end(Status.FAILED));
    }

    /** Takes an answer; one after the deadline only frees the connection. */
    private void answered(Status status) {
      if (over) {
        redundant.incrementAndGet();
      }
      end(status);
    }

    private void timedOut() {
      end(Status.LATE);
      HttpClientRequest sent = request;
      if (sent != null) {
        timer = vertx.setTimer(graceMs, id -> sent.reset());
      }
    }

    /** Takes the first outcome. */
    private void end(Status status) {
      vertx.cancelTimer(timer);
      if (!over) {
        over = true;
        outcome.accept(status);
      }
    }
  }

  /** Returns what a gateway's status code says of a call. */
  static Status status(int code) {
    return switch (code) {
      case OK -> Status.FOUND;
      case NOT_FOUND -> Status.ABSENT;
      case BAD_REQUEST -> Status.INVALID;
      case UNAVAILABLE -> Status.BUSY;
      case TIMEOUT -> Status.LATE;
      default -> Status.FAILED;
    };
  }

  @Override
  public long redundant() {
    return redundant.get();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
