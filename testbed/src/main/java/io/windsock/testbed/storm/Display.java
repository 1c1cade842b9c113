package io.windsock.testbed.storm;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One display: requests initial state, then follows updates, until it loses power. It does not
 * retry; every request comes from the schedule. Each request has a connection of its own, outside
 * any pool: a pool of thousands of connections in use looks at all of them for each new one. Its
 * event loop owns it.
 */
final class Display {
  private static final int OK = 200;

  private final Context loop;
  private final HttpClientAgent http;
  private final RequestOptions request;
  private final long patienceMs;
  private final StormStats stats;
  private @Nullable Attempt attempt;

  Display(
      Context loop,
      HttpClientAgent http,
      RequestOptions request,
      long patienceMs,
      StormStats stats) {
    this.loop = loop;
    this.http = http;
    this.request = request;
    this.patienceMs = patienceMs;
    this.stats = stats;
  }

  /** Loses power, if it had any, and regains it; callable from any thread. */
  void regain(long intendedNs) {
    loop.runOnContext(
        ignored -> {
          if (attempt != null) {
            attempt.losePower();
          }
          attempt = new Attempt(intendedNs);
          attempt.start();
        });
  }

  /** Goes dark at the end of the storm and stops counting; callable from any thread. */
  void close() {
    loop.runOnContext(
        ignored -> {
          if (attempt != null) {
            attempt.end();
          }
        });
  }

  /** The period from one power failure to the next. */
  private final class Attempt {
    private final long intendedNs;
    private final SseNames names = new SseNames(this::event);
    private long timer;
    private boolean answered;
    private boolean over;
    private @Nullable HttpClientConnection connection;

    Attempt(long intendedNs) {
      this.intendedNs = intendedNs;
    }

    void start() {
      stats.sent(waitedNs());
      long leftMs = patienceMs - TimeUnit.NANOSECONDS.toMillis(waitedNs());
      timer = loop.owner().setTimer(Math.max(1, leftMs), ignored -> timedOut());
      http.connect(request).onComplete(this::connected, e -> fail("no connection"));
    }

    private void connected(HttpClientConnection made) {
      if (over) {
        var unused = made.close();
        return;
      }
      connection = made;
      made.request(request).onComplete(this::opened, e -> fail("connection lost"));
    }

    private void opened(HttpClientRequest made) {
      made.exceptionHandler(e -> fail("connection lost"));
      made.send().onComplete(this::responded, e -> fail("connection lost"));
    }

    private void responded(HttpClientResponse response) {
      if (response.statusCode() != OK) {
        fail("answered " + response.statusCode());
        return;
      }
      response.exceptionHandler(e -> fail("connection lost"));
      response.endHandler(ignored -> fail("stream ended"));
      response.handler(this::received);
    }

    private void received(Buffer bytes) {
      if (!over) {
        stats.received(bytes.length());
        names.take(((BufferInternal) bytes).getByteBuf());
      }
    }

    private void event(String name) {
      switch (name) {
        case "live" -> live();
        case "update", "remove", "derived" -> stats.update();
        case "cut" -> fail("cut by the site");
        default -> {} // reset, rows, heartbeat: they are counted as bytes
      }
    }

    private void live() {
      if (!answered && !over) {
        answered = true;
        loop.owner().cancelTimer(timer);
        stats.answered(waitedNs());
      }
    }

    private void timedOut() {
      if (!over) {
        end();
        stats.unanswered("not answered in time", waitedNs());
      }
    }

    void losePower() {
      if (over) {
        return;
      }
      end();
      if (answered) {
        stats.left();
      } else {
        stats.unanswered("not answered before the next power failure", waitedNs());
      }
    }

    private void fail(String why) {
      if (over) {
        return;
      }
      end();
      if (answered) {
        stats.lost("while following: " + why);
      } else {
        stats.failed(why);
      }
    }

    void end() {
      if (over) {
        return;
      }
      over = true;
      loop.owner().cancelTimer(timer);
      if (connection != null) {
        var unused = connection.close();
      }
    }

    private long waitedNs() {
      return System.nanoTime() - intendedNs;
    }
  }
}
