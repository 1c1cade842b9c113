package io.windsock.site.testing;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.apply.Applier;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.Following;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.http.SiteServer;
import io.windsock.site.progress.Readiness;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.sample.ServerLoad;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.Staleness;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateDelay;
import io.windsock.site.update.UpdateListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A site without Kafka: a real database, applier and server, fed with records by the test, which is
 * the apply thread.
 */
public final class TestSite implements ServedSite, AutoCloseable {
  private static final long MEMORY_BYTES = 16L << 20;
  private static final int CACHED_KEYS = 10_000;

  /** How old its state is where it says that it is old. */
  public static final long OLD_MS = 40_000;

  private final String name;
  private final Path folder;
  private final SiteDomain domain;
  private final SiteState state;
  private final SiteListeners listeners;
  private final Metrics metrics = new Metrics();
  private final List<String> peers = new CopyOnWriteArrayList<>();
  private final AtomicLong statesRead = new AtomicLong();
  private final AtomicLong snapshotsTaken = new AtomicLong();
  private final Applier applier;
  private final SiteServer server;
  private volatile SnapshotSource snapshots = SnapshotSource.NONE;
  private volatile Readiness readiness = new Readiness(Readiness.Service.CURRENT, "caught up", 0);
  private volatile @Nullable String advertisedUrl;
  private volatile Hold held = new Hold(thread -> false, new CountDownLatch(0));

  /** A site of the airline domain on any free port, with the bounds as shipped. */
  public static TestSite start(String name, int partitions) {
    return start(name, 1, partitions, ServerConfig.at("127.0.0.1", 0));
  }

  /** A site of the airline domain. */
  public static TestSite start(String name, long epoch, int partitions, ServerConfig config) {
    Catalogue catalogue = FlightLog.CATALOGUE;
    SiteDomain airline = new SiteDomain(catalogue, EdeDefinition.builtIn(catalogue));
    return new TestSite(name, airline, epoch, partitions, config);
  }

  /** A site of another domain, with the bounds as shipped. */
  public static TestSite start(String name, SiteDomain domain, int partitions) {
    return new TestSite(name, domain, 1, partitions, ServerConfig.at("127.0.0.1", 0));
  }

  private TestSite(
      String name, SiteDomain domain, long epoch, int partitions, ServerConfig config) {
    this.name = name;
    this.domain = domain;
    try {
      folder = Files.createTempDirectory("windsock-site");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DiskStamp stamp = new DiskStamp("c", "t", "id", partitions, domain.ede().fingerprint());
    state = SiteState.open(folder, stamp, epoch, MEMORY_BYTES, Rebuild.NEVER);
    listeners = new SiteListeners(name);
    ApplyOptions options =
        new ApplyOptions(
            name, SiteRole.MIRROR, domain, Map.of(), Following.STANDARD.cachedKeys(CACHED_KEYS));
    applier = new Applier(state, options, listeners);
    try {
      server = SiteServer.start(this, config, metrics);
    } catch (RuntimeException e) {
      closeState();
      throw e;
    }
    listeners.add(server);
    server.follow();
  }

  /** Applies records as one batch; answers it. */
  public UpdateBatch apply(List<ConsumerRecord<byte[], byte[]>> records) {
    applier.begin(true);
    records.forEach(applier::receive);
    UpdateBatch batch = applier.end();
    if (batch == null) {
      throw new IllegalArgumentException("no records");
    }
    server.applied(batch);
    return batch;
  }

  /** Has batches come with their updates, whether or not there are clients. */
  public void wantUpdates() {
    listeners.add(
        new UpdateListener() {
          @Override
          public boolean wantsUpdates() {
            return true;
          }

          @Override
          public void applied(UpdateBatch batch) {}
        });
  }

  /** Names the other sites. */
  public void peers(List<String> urls) {
    peers.clear();
    peers.addAll(urls);
  }

  /** Says by which base URL others reach it. */
  public void advertisedUrl(String url) {
    advertisedUrl = url;
  }

  /** Says whether it can serve. */
  public void readiness(boolean ready, String detail) {
    readiness(ready ? Readiness.Service.CURRENT : Readiness.Service.REFUSED, detail);
  }

  /** Says what it does for clients. */
  public void readiness(Readiness.Service service, String detail) {
    long sinceMs = service == Readiness.Service.OLD ? System.currentTimeMillis() - OLD_MS : 0;
    readiness = new Readiness(service, detail, sinceMs);
  }

  /** Where it is served. */
  public String url() {
    return server.url();
  }

  /** Its port. */
  public int port() {
    return server.port();
  }

  /** Where it stands. */
  public Token token() {
    return state.token();
  }

  /** Whether its server wants to know what batches change. */
  public boolean wantsUpdates() {
    return server.wantsUpdates();
  }

  /** What its server had to do since the last call. */
  public ServerLoad load() {
    return server.load();
  }

  /** What it tells Prometheus. */
  public Metrics metrics() {
    return metrics;
  }

  /** The value of a metric's line in its scrape; 0 if there is none. */
  public double metric(String line) {
    return metrics
        .scrape()
        .lines()
        .filter(text -> text.startsWith(line + " "))
        .mapToDouble(text -> Double.parseDouble(text.substring(line.length() + 1)))
        .sum();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String incarnation() {
    return "run-1";
  }

  /** Where its links are served. */
  public String linkUrl() {
    return server.linkUrl();
  }

  /** Rehearses calls; returns how many were answered, 0 if not all in time. */
  public int rehearse(Duration most) throws InterruptedException {
    return server.rehearse(most);
  }

  /** Lets gateways know that it is about to be stopped. */
  public void drain() {
    server.drain();
  }

  @Override
  public SiteRole role() {
    return SiteRole.MIRROR;
  }

  @Override
  public Catalogue catalogue() {
    return domain.catalogue();
  }

  @Override
  public EdeDefinition definition() {
    return domain.ede();
  }

  /** Has reads, and requests from other origins, by threads with such names wait. */
  public void hold(Predicate<String> threads, CountDownLatch until) {
    held = new Hold(threads, until);
  }

  private record Hold(Predicate<String> threads, CountDownLatch until) {
    void await() {
      try {
        if (threads.test(Thread.currentThread().getName())) {
          until.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public SiteSnapshot snapshot() {
    held.await();
    snapshotsTaken.incrementAndGet();
    return new CountingSnapshot(state.snapshot(), statesRead);
  }

  /** How many states have been read from its snapshots. */
  public long statesRead() {
    return statesRead.get();
  }

  /** How often clients' requests had the state read, so far. */
  public long snapshotsTaken() {
    return snapshotsTaken.get();
  }

  @Override
  public String url(String bound) {
    String advertised = advertisedUrl;
    return advertised == null ? bound : advertised;
  }

  @Override
  public List<String> peers() {
    held.await();
    return List.copyOf(peers);
  }

  @Override
  public Readiness readiness() {
    return readiness;
  }

  @Override
  public SitePhase phase() {
    return SitePhase.LIVE;
  }

  @Override
  public long cutOffMs() {
    return readiness.oldMs(System.currentTimeMillis());
  }

  @Override
  public String twin() {
    return "";
  }

  @Override
  public Staleness staleness() {
    return Staleness.NONE;
  }

  @Override
  public SnapshotSource snapshots() {
    return snapshots;
  }

  /** Says which snapshots it has. */
  public void snapshots(SnapshotSource source) {
    snapshots = source;
  }

  @Override
  public UpdateDelay updateDelay() {
    return listeners.delay();
  }

  /** Closes its server; what it knows can still be read. */
  public void stopServing() {
    server.close();
  }

  @Override
  public void close() {
    server.close();
    closeState();
  }

  private void closeState() {
    state.close();
    metrics.close();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
