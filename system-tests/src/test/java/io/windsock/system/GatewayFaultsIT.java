package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.FlightLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gateways in processes of their own are killed ({@code kill -9}) at random moments, one of them or
 * both at once, while callers ask through both and the log grows. Each call has one outcome, an
 * answer or a stated refusal; no answer is older than what its caller had seen; and after the last
 * fault all calls are in time again. {@link ClusterFaultsIT} does the like to the other roles.
 */
@Tag("alone")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GatewayFaultsIT {
  private static final Topics TOPICS = new Topics("gatewayfaults");
  private static final int PARTITIONS = 3;
  private static final int FLIGHTS = 300;
  private static final int PER_SECOND = 100;
  private static final int EVENTS_PER_SECOND = 100;
  private static final int MAX_DOWN_MS = 1_000;
  private static final int MS_PER_EVENT = 1_000 / EVENTS_PER_SECOND;

  /** Long enough for a busy machine with a JVM that starts; short enough to pass in a fault. */
  private static final Duration DEADLINE = Duration.ofSeconds(5);

  /** What users ask for; printed, because a machine that starts JVMs meanwhile can't promise it. */
  private static final Duration USUAL = Duration.ofMillis(100);

  /**
   * The sites share a process with the callers, which gateways that start may keep from running.
   */
  private static final int SILENCE_MS = 5_000;

  /** Within which all calls are in time again, from when the last gateways are started again. */
  private static final Duration RECOVERY = Duration.ofSeconds(60);

  /** For how long all calls must be in time. */
  private static final Duration WELL = Duration.ofSeconds(1);

  private static final List<String> KEYS =
      IntStream.range(0, FLIGHTS).mapToObj(FlightLog::key).toList();

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Site> sites = new ArrayList<>();
  private final List<WindsockProcess> gateways = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private final List<String> linkUrls = new ArrayList<>();
  private EmbeddedBroker broker;
  private volatile boolean stopped;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    broker = EmbeddedBroker.start(Options.temporary());
    MirrorLog.fill(broker.bootstrapServers(), TOPICS, PARTITIONS, FLIGHTS);
    for (String name : List.of("m1", "m2")) {
      sites.add(
          Site.start(
              SiteConfig.builder(
                      SiteRole.MIRROR,
                      name,
                      broker.bootstrapServers(),
                      folder.resolve(name),
                      SiteDomain.builtIn("airline"))
                  .topics(TOPICS)
                  .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
                  .build()));
    }
    for (String name : List.of("g1", "g2")) {
      gateways.add(gateway(folder, name));
    }
  }

  private WindsockProcess gateway(Path folder, String name) throws IOException {
    int linkPort = FreePort.any();
    linkUrls.add("http://127.0.0.1:" + linkPort);
    int port = FreePort.any();
    urls.add("http://127.0.0.1:" + port);
    return new WindsockProcess(
        folder.resolve(name + ".log"),
        "gateway",
        "--name",
        name,
        "-b",
        broker.bootstrapServers(),
        "--prefix",
        TOPICS.prefix(),
        "--port",
        String.valueOf(port),
        "--link-port",
        String.valueOf(linkPort),
        "--silence-ms",
        String.valueOf(SILENCE_MS));
  }

  @AfterEach
  void stop() {
    gateways.forEach(WindsockProcess::close);
    sites.forEach(Site::close);
    broker.close();
  }

  @Test
  void shouldGiveEachCallOneOutcomeWhileGatewaysAreKilled() throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    System.out.println("gateways killed at random: -Dwindsock.seed=" + seed);
    Random random = new Random(seed);
    List<List<Integer>> faults =
        new ArrayList<>(List.of(List.of(random.nextInt(gateways.size())), List.of(0, 1)));
    Collections.shuffle(faults, random);
    awaitReady();
    Thread writer = new Thread(() -> write(seed), "writer");
    try (SteadyCaller one = new SteadyCaller("c1", linkUrls, KEYS, PER_SECOND, DEADLINE);
        SteadyCaller other = new SteadyCaller("c2", linkUrls, KEYS, PER_SECOND, DEADLINE)) {
      List<SteadyCaller> callers = List.of(one, other);
      writer.start();
      pause((int) WELL.toMillis());
      long endNs = 0;
      long singleNs = 0;
      long singleEndNs = 0;
      for (List<Integer> fault : faults) {
        pause(random.nextInt(MAX_DOWN_MS));
        long beganNs = System.nanoTime();
        kill(fault, random.nextInt(MAX_DOWN_MS));
        endNs = System.nanoTime();
        if (fault.size() == 1) {
          singleNs = beganNs;
          singleEndNs = endNs;
        }
        awaitReady();
        System.out.printf(
            "killed %s: both gateways ready %.1f s after they were started%n",
            fault, (System.nanoTime() - endNs) / 1e9);
      }
      awaitAllInTime(callers, endNs);
      for (SteadyCaller caller : callers) {
        caller.stopAndCheck();
        assertAnswered(caller, singleNs, singleEndNs);
        print(caller);
      }
    } finally {
      stopped = true;
      writer.join();
    }
  }

  /**
   * Waits until both gateways have sites. A gateway has links before that, and then refuses calls.
   */
  private void awaitReady() {
    for (String url : urls) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + "/health/ready"))
              .timeout(Duration.ofMinutes(1))
              .build();
      await(url + " ready")
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () -> http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200);
    }
  }

  /** Kills gateways at once, and starts them again some time later. */
  private void kill(List<Integer> fault, int downMs) throws Exception {
    System.out.printf("kills %s for %d ms%n", fault, downMs);
    for (int gateway : fault) {
      gateways.get(gateway).kill();
    }
    pause(downMs);
    for (int gateway : fault) {
      gateways.get(gateway).restart();
    }
  }

  /** While one gateway is down, the other one answers: no call of that time is refused. */
  private static void assertAnswered(SteadyCaller caller, long fromNs, long toNs) {
    assertThat(caller.calls())
        .filteredOn(call -> call.atNs() - fromNs >= 0 && call.atNs() - toNs < 0)
        .allMatch(SteadyCaller.Asked::isAnswered);
  }

  /** Waits until all calls of a second were in time, at most {@link #RECOVERY} after the fault. */
  private static void awaitAllInTime(List<SteadyCaller> callers, long endNs) {
    await("all calls in time")
        .atMost(RECOVERY.minusNanos(System.nanoTime() - endNs))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> callers.stream().allMatch(GatewayFaultsIT::isWell));
    System.out.printf(
        "all calls of %d s in time %.1f s after the last fault%n",
        WELL.toSeconds(), (System.nanoTime() - endNs) / 1e9);
  }

  /** Whether all calls of the last second are answered; the newest have not had the time yet. */
  private static boolean isWell(SteadyCaller caller) {
    long toNs = System.nanoTime() - USUAL.toNanos();
    List<SteadyCaller.Asked> last =
        caller.calls().stream()
            .filter(call -> call.atNs() - toNs < 0 && toNs - call.atNs() < WELL.toNanos())
            .toList();
    return last.size() >= PER_SECOND / 2 && last.stream().allMatch(SteadyCaller.Asked::isAnswered);
  }

  private static void print(SteadyCaller caller) {
    List<SteadyCaller.Asked> calls = caller.calls();
    long answered = calls.stream().filter(SteadyCaller.Asked::isAnswered).count();
    long usual = calls.stream().filter(call -> call.isWithin(USUAL)).count();
    System.out.printf(
        "%d calls: %d answered, %.1f %% within %d ms; by second since the first call, others: %s%n",
        calls.size(), answered, 100.0 * usual / calls.size(), USUAL.toMillis(), others(calls));
  }

  /** Counts the calls without an answer by the second and their outcome. */
  private static Map<String, Integer> others(List<SteadyCaller.Asked> calls) {
    long beganNs = calls.get(0).atNs();
    Map<String, Integer> others = new LinkedHashMap<>();
    for (SteadyCaller.Asked call : calls) {
      if (!call.isAnswered()) {
        long second = TimeUnit.NANOSECONDS.toSeconds(call.atNs() - beganNs);
        others.merge(second + " s " + call.outcome(), 1, Integer::sum);
      }
    }
    return others;
  }

  /** Lets the log grow, so that positions rise and a site that is behind could be told. */
  private void write(long seed) {
    FlightLog log =
        new FlightLog(seed, PARTITIONS, FLIGHTS, List.of("FRA", "ATL"), System::currentTimeMillis);
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer = new KafkaProducer<>(client, bytes, bytes)) {
      while (!stopped) {
        for (ConsumerRecord<byte[], byte[]> record : log.next(1)) {
          var unused =
              producer.send(
                  new ProducerRecord<>(
                      TOPICS.mirror(),
                      record.partition(),
                      null,
                      record.key(),
                      record.value(),
                      record.headers()));
        }
        pause(MS_PER_EVENT);
      }
    }
  }

  /** Nothing waits for anything here. */
  private static void pause(int ms) {
    long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() - untilNs < 0) {
      LockSupport.parkNanos(untilNs - System.nanoTime());
    }
  }
}
