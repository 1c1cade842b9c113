package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestSite;
import io.windsock.site.testing.Views;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Requests that nobody should send: well-formed ones with anything for a path, a query and headers,
 * many on one connection without waiting; and bytes that are no requests at all. Each gets an
 * answer that fits, none of them a 5xx of the program's own making, and afterwards the site is as
 * it was.
 */
class FuzzTest {
  private static final int REQUESTS = Integer.getInteger("windsock.fuzz.requests", 20_000);
  private static final long SEED = Long.getLong("windsock.fuzz.seed", System.nanoTime());
  private static final int THREADS = 4;
  private static final int PIPELINED = 40;

  @Test
  void shouldAnswerWhateverIsSentAndGoOn() throws Exception {
    System.out.println("fuzz seed " + SEED);
    FlightLog log = new FlightLog(SEED, 2, 40, List.of("EGLL", "CYYZ"), () -> 1000);
    try (TestSite site = TestSite.start("m1", 2);
        SseStreams streams = new SseStreams()) {
      site.apply(log.schedule());
      RowsClient watcher = new RowsClient(streams, "view=all");
      watcher.connect(site.url());
      await().until(watcher::isLive);

      AtomicBoolean over = new AtomicBoolean();
      Thread feeder =
          new Thread(
              () -> {
                while (!over.get()) {
                  site.apply(log.next(5)); // so that caches change under the requests
                  java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
                }
              });
      feeder.start();
      long done = run(site.port());
      over.set(true);
      feeder.join();

      assertThat(done).isGreaterThanOrEqualTo(REQUESTS);
      assertThat(RawHttp.get(site.port(), "/health/ready").status()).isEqualTo(200);
      await()
          .untilAsserted(
              () -> assertThat(watcher.rows()).isEqualTo(Views.items(site.url(), "view=all")));
      assertThat(watcher.faults()).isEmpty();
      assertThat(watcher.seen("cut")).isZero();
      assertThat(site.metrics().scrape()).doesNotContain("status=\"500\"");
      await()
          .untilAsserted(() -> assertThat(site.metric("windsock_http_pending_requests")).isZero());
      await().untilAsserted(() -> assertThat(site.metric("windsock_sse_clients")).isEqualTo(1));
    }
  }

  private static long run(int port) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<Long>> results = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(SEED + i);
      Callable<Long> work = () -> fuzz(port, random, REQUESTS / THREADS + 1);
      results.add(threads.submit(work));
    }
    long done = 0;
    for (Future<Long> result : results) {
      done += result.get(10, TimeUnit.MINUTES);
    }
    threads.shutdown();
    return done;
  }

  private static long fuzz(int port, Random random, long requests) {
    FuzzRequests from = new FuzzRequests(random);
    long done = 0;
    while (done < requests) {
      if (random.nextInt(60) == 0) {
        garbage(port, from);
        done++;
      } else {
        done += pipeline(port, from);
      }
    }
    return done;
  }

  /** Sends requests without waiting, then reads what comes; answers how many were answered. */
  private static int pipeline(int port, FuzzRequests from) {
    List<FuzzRequests.Request> sent = new ArrayList<>();
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i < PIPELINED; i++) {
      FuzzRequests.Request request = from.next();
      sent.add(request);
      bytes.append(request.text());
    }
    int answered = 0;
    try (RawHttp http = new RawHttp(port)) {
      http.send(bytes.toString());
      for (FuzzRequests.Request request : sent) {
        RawHttp.Answer answer = http.answer(request.method().equals("HEAD"));
        check(request, answer);
        answered++;
        if (answer.header("Connection").equals("close")
            || answer.header("Content-Type").startsWith("text/event-stream")) {
          break; // what follows is not answered
        }
      }
    }
    return answered;
  }

  private static void check(FuzzRequests.Request request, RawHttp.Answer answer) {
    int status = answer.status();
    boolean expected = status == 200 || status == 204 || status == 302 || status == 304;
    if (!expected && !(status >= 400 && status < 500) && status != 503) {
      throw new AssertionError("seed " + SEED + ": " + status + " to\n" + request.text());
    }
    if (status >= 400 && !request.method().equals("HEAD")) {
      if (!answer.text().startsWith("{\"error\":\"") || !answer.text().contains("\"remedy\":\"")) {
        throw new AssertionError("seed " + SEED + ": " + answer.text() + " to\n" + request.text());
      }
    }
  }

  /** Sends bytes that are no request; the server says so, or just ends the connection. */
  private static void garbage(int port, FuzzRequests from) {
    try (RawHttp http = new RawHttp(port)) {
      http.send(from.garbage());
      http.endOutput();
      String line = http.line();
      if (line.startsWith("HTTP/1.") && !line.matches("HTTP/1\\.[01] [234]\\d\\d .*")) {
        throw new AssertionError("seed " + SEED + ": " + line);
      }
    } catch (IOException | RuntimeException e) {
      // The connection is gone, which is an answer too.
    }
  }
}
