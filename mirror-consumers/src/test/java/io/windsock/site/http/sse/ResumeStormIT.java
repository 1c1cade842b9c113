package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.StreamStorm;
import io.windsock.site.testing.TestSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A crowd of one airport's displays comes back after 20,000 keys changed, against as many that come
 * for the first time, turn about; and against a bare server of the same bytes, which shows what the
 * crowd itself and the connections cost.
 *
 * <p>{@code -Dwindsock.resume.clients=5000} is the full form. With fewer clients a round is a
 * matter of milliseconds, so the bound is wider.
 */
@Tag("alone")
class ResumeStormIT {
  private static final int CLIENTS = Integer.getInteger("windsock.resume.clients", 400);
  private static final int FULL = 5_000;
  private static final int WARM_UP = 4;
  private static final int ROUNDS = 9;
  private static final double MOST = CLIENTS >= FULL ? 1.5 : 3;
  private static final int FLIGHTS = 20_000;
  private static final int AIRPORTS = 400;
  private static final int POSITIONS = 100;
  private static final int CLIENTS_PER_MS = 5;
  private static final String QUERY = "/v1/subscribe?view=arrivals&airport=A0";

  private final FlightLog log = new FlightLog(7, 4, FLIGHTS, airports(), () -> 1000);

  private static List<String> airports() {
    List<String> airports = new ArrayList<>();
    for (int i = 0; i < AIRPORTS; i++) {
      airports.add("A" + i);
    }
    return airports;
  }

  /** Answers positions one after another; then every flight moves. */
  private List<String> changeAll(TestSite site) {
    List<String> positions = new ArrayList<>();
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
    for (int i = 0; i < POSITIONS; i++) {
      site.apply(List.of(log.position(i)));
      positions.add(site.token().toString());
    }
    for (int flight = 0; flight < FLIGHTS; flight++) {
      batch.add(log.position(flight));
    }
    site.apply(batch);
    return positions;
  }

  private static StreamStorm.Outcome fresh(String url) {
    List<String> targets = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      targets.add(QUERY);
    }
    return new StreamStorm(url, targets).run(CLIENTS / CLIENTS_PER_MS);
  }

  private static StreamStorm.Outcome resumed(String url, List<String> positions) {
    List<String> targets = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      targets.add(QUERY + "&after=" + positions.get(i % positions.size()));
    }
    return new StreamStorm(url, targets).run(CLIENTS / CLIENTS_PER_MS);
  }

  private static void awaitGone(TestSite site) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(site.metric("windsock_http_connections")).isZero());
  }

  @Test
  @Timeout(600)
  void shouldServeResumesAboutAsFastAsFreshSubscriptions() {
    Vertx vertx = Vertx.vertx();
    try (TestSite site = TestSite.start("m1", 4)) {
      site.apply(log.schedule());
      String bare = bareServer(vertx, body(site));
      warmUp(site);
      System.out.printf("%d clients, 20,000 keys changed; p50, p99 ms and bytes each%n", CLIENTS);
      List<Double> fresh = new ArrayList<>();
      List<Double> resumed = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        List<String> positions = changeAll(site);
        for (int turn = 0; turn < 2; turn++) {
          awaitGone(site);
          System.gc(); // crowd and site share a heap: no storm is to pay for what another left
          if ((round + turn) % 2 == 0) {
            fresh.add(shown("fresh", fresh(site.url())));
          } else {
            resumed.add(shown("resumed", resumed(site.url(), positions)));
          }
        }
        shown("bare server", fresh(bare));
      }
      double ratio = median(resumed) / median(fresh);
      System.out.printf(Locale.ROOT, "ratio of the median p99s %.2f%n", ratio);
      assertThat(ratio).isLessThanOrEqualTo(MOST);
    } finally {
      vertx.close().await();
    }
  }

  /** Several times both: the first rounds are the compiler's. */
  private void warmUp(TestSite site) {
    for (int round = 0; round < WARM_UP; round++) {
      resumed(site.url(), changeAll(site));
      awaitGone(site);
      fresh(site.url());
      awaitGone(site);
    }
  }

  private static double shown(String what, StreamStorm.Outcome outcome) {
    System.out.printf(
        Locale.ROOT,
        "%12s %8.1f %8.1f %,8d%n",
        what,
        outcome.p50Ms(),
        outcome.p99Ms(),
        outcome.bytesEach());
    return outcome.p99Ms();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /** About what a fresh subscription gets. */
  private static Buffer body(TestSite site) {
    byte[] rows = RawHttp.get(site.port(), "/v1/views/arrivals?airport=A0").body();
    return Buffer.buffer("event: reset\ndata: {}\n\nevent: rows\ndata: ")
        .appendBytes(rows)
        .appendString("\n\nevent: live\ndata: {}\n\n");
  }

  private static String bareServer(Vertx vertx, Buffer body) {
    int port =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  request.response().setChunked(true);
                  request.response().write(body);
                })
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
    return "http://127.0.0.1:" + port;
  }
}
