package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.http.ConnectionBounds;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Clients that read all the time, a little faster than is promised to be enough, are served to the
 * end, whatever they ask for; those that read nothing are cut in the time that is stated.
 *
 * <p>The time that a client may take nothing is shorter than as shipped, and the promised rate
 * higher in proportion; the buffers are as shipped. The receive buffer is Linux's default.
 */
@Execution(ExecutionMode.CONCURRENT)
class PromisedRateTest {
  private static final Duration STALL = Duration.ofSeconds(10);
  private static final Duration STREAM_STALL = Duration.ofSeconds(6);

  /** While others wait for a thread that reads big views; as shipped. */
  private static final Duration BUSY_STALL = Duration.ofSeconds(5);

  private static final Duration READING = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int FLIGHTS = 1000;
  private static final int CHANGED = 450;
  private static final int RECEIVE_BYTES = 64 << 10;
  private static final int READ_BYTES = 4096;
  private static final int KEPT_BYTES = 4 << 20;
  private static final int BIG_THREADS = 4;
  private static final double FASTER = 1.2;
  private static final long PAUSE_NS = 10_000_000;

  /** A client that reads no later than this keeps to its rate well enough. */
  private static final long MAX_LATE_NS = 500_000_000;

  /** Rounds that clients may take until they read steadily. */
  private static final int MAX_ROUNDS = 5;

  private static final String KEPT_VIEW = "/v1/views/all?limit=500";
  private static final String BIG_VIEW = "/v1/views/all";
  private static final String KEPT_STREAM = "/v1/subscribe?view=arrivals&airport=EGLL";
  private static final String BIG_STREAM = "/v1/subscribe?view=all";
  private static final String STALLED = "windsock_sse_cut_clients_total{reason=\"stalled\"}";
  private static final String CONNECTIONS = "windsock_http_connections";
  private static final String PAGED = "windsock_view_streamed_answers_total";
  private static final String RESUMED = "windsock_sse_started_streams_total{with=\"resume\"}";

  private final FlightLog log =
      new FlightLog(2, 2, FLIGHTS, List.of("EGLL", "CYYZ"), () -> 1000)
          .withReason("late ".repeat(1000));
  private final TestSite site =
      TestSite.start(
          "m1",
          1,
          2,
          new TestConfig()
              .cache(64 << 20, KEPT_BYTES, Duration.ofSeconds(30))
              .stall(STALL, STREAM_STALL)
              .build());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final String resume;

  PromisedRateTest() {
    site.apply(log.schedule());
    resume = BIG_STREAM + "&after=" + site.token();
    List<ConsumerRecord<byte[], byte[]>> changes = new ArrayList<>();
    for (int flight = 0; flight < CHANGED; flight++) {
      changes.add(log.status(flight));
    }
    site.apply(changes);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
    site.close();
  }

  private List<String> everything() {
    return List.of(KEPT_VIEW, BIG_VIEW, KEPT_STREAM, BIG_STREAM, resume);
  }

  private Socket asking(String target) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(RECEIVE_BYTES);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), site.port()));
    String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /**
   * What became of a client.
   *
   * @param served whether its answer did not end
   * @param lateNs by how much it read later than it meant to, at the most
   */
  private record Reading(boolean served, long lateNs) {
    boolean isSteady() {
      return lateNs < MAX_LATE_NS;
    }
  }

  /**
   * Reads for a while at a steady rate, a little more than a client needs that may take nothing for
   * {@code stall}. The connection stays open.
   */
  private Reading readsOn(String target, Duration stall) throws IOException {
    double bytesPerSecond = FASTER * ConnectionBounds.slowestBytesPerSecond(stall);
    byte[] some = new byte[READ_BYTES];
    Socket socket = asking(target);
    InputStream in = socket.getInputStream();
    long startNs = System.nanoTime();
    long total = 0;
    long lateNs = 0;
    while (System.nanoTime() - startNs < READING.toNanos()) {
      // Whoever waits for its turn must not keep the test waiting after the others have stopped.
      long leftNs = READING.toNanos() - (System.nanoTime() - startNs);
      socket.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNs)));
      if (total > (System.nanoTime() - startNs) / 1e9 * bytesPerSecond) {
        long fromNs = System.nanoTime();
        LockSupport.parkNanos(PAUSE_NS); // this is what the test is about
        lateNs = Math.max(lateNs, System.nanoTime() - fromNs - PAUSE_NS);
        continue;
      }
      int read;
      try {
        read = in.read(some);
      } catch (SocketTimeoutException e) {
        return new Reading(true, lateNs); // its turn has not come yet
      } catch (IOException e) {
        System.out.printf("%s broke off after %,d bytes: %s%n", target, total, e);
        return new Reading(false, lateNs);
      }
      if (read < 0) {
        System.out.printf("%s ended after %,d bytes%n", target, total);
        return new Reading(false, lateNs);
      }
      total += read;
    }
    return new Reading(true, lateNs);
  }

  private List<Reading> readOn(List<String> targets, Duration stall)
      throws InterruptedException, ExecutionException {
    List<Future<Reading>> readers = new ArrayList<>();
    for (String target : targets) {
      readers.add(threads.submit(() -> readsOn(target, target.equals(KEPT_VIEW) ? STALL : stall)));
    }
    List<Reading> readings = new ArrayList<>();
    for (Future<Reading> reader : readers) {
      readings.add(reader.get());
    }
    return readings;
  }

  /**
   * Has clients read, all of which are to be served. Clients that stood still with the machine did
   * not read at the rate that is promised, so what is said of them says nothing: they read again.
   *
   * @param paged how many of them get a view page by page
   * @param resumed how many of them resume
   */
  private void shouldServe(List<String> targets, Duration stall, int paged, int resumed)
      throws InterruptedException, ExecutionException, IOException {
    for (int round = 1; ; round++) {
      double pagedBefore = site.metric(PAGED);
      double resumedBefore = site.metric(RESUMED);
      double cutBefore = site.metric(STALLED);
      List<Reading> readings = readOn(targets, stall);
      // What the kernel has can be read after a cut, so the site is asked, too.
      boolean served =
          readings.stream().allMatch(Reading::served)
              && site.metric(CONNECTIONS) == targets.size()
              && site.metric(STALLED) == cutBefore;
      if (served || round == MAX_ROUNDS || readings.stream().allMatch(Reading::isSteady)) {
        assertThat(served).as("%s, connections: %s", readings, site.metric(CONNECTIONS)).isTrue();
        assertThat(site.metric(PAGED) - pagedBefore).as("page by page").isEqualTo(paged);
        assertThat(site.metric(RESUMED) - resumedBefore).as("resumed").isEqualTo(resumed);
        return;
      }
      disconnect();
    }
  }

  private void disconnect() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
    await().untilAsserted(() -> assertThat(site.metric(CONNECTIONS)).isZero());
  }

  @Test
  void shouldServeWhoeverReadsAtTheRateThatIsPromised()
      throws InterruptedException, ExecutionException, IOException {
    assertThat(RawHttp.get(site.port(), KEPT_VIEW).header("ETag")).as("kept").isNotEmpty();

    shouldServe(everything(), STREAM_STALL, 2, 1);
  }

  @Test
  void shouldServeThemThoughOthersWaitForTheirTurn()
      throws InterruptedException, ExecutionException, IOException {
    List<String> oneTooMany = new ArrayList<>();
    for (int i = 0; i <= BIG_THREADS; i++) {
      oneTooMany.add(i % 2 == 0 ? BIG_VIEW : BIG_STREAM);
    }

    shouldServe(oneTooMany, BUSY_STALL, BIG_THREADS + 1, 0);
  }

  @Test
  void shouldCutWhoeverTakesNothing() throws IOException {
    long startNs = System.nanoTime();
    for (String target : everything()) {
      assertThat(asking(target).getInputStream().read()).isPositive();
    }

    await()
        .atMost(STALL.plus(PATIENCE))
        .untilAsserted(() -> assertThat(site.metric(CONNECTIONS)).isZero());

    assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isGreaterThan(STREAM_STALL);
    assertThat(site.metric(STALLED)).isEqualTo(3);
  }
}
