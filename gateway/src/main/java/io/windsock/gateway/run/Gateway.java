package io.windsock.gateway.run;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.gateway.Calls;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayPhase;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.discover.Discovery;
import io.windsock.gateway.discover.GatewaySampler;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.gateway.http.GatewayHttp;
import io.windsock.gateway.http.GatewayHttpConfig;
import io.windsock.gateway.http.GatewayParts;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.gateway.update.UpdateConfig;
import io.windsock.gateway.update.Updates;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.net.LinkUrl;
import io.windsock.platform.registry.SchemaIds;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.platform.time.Clocks;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway. Any thread but an event loop may call it.
 *
 * <pre>
 * start: schema ids ──▶ event loop, links ──▶ HTTP ──▶ monitor topic, rehearsal, the name
 *        ──▶ members, samples
 * close: no new updates, draining ──▶ no new calls ──▶ updates, their answers ──▶ HTTP ──▶ links
 *        ──▶ monitor topic, last sample
 * </pre>
 */
public final class Gateway implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  /** How long starting waits for the monitor topic before the gateway serves without sites. */
  private static final Duration DISCOVERY_PATIENCE = Duration.ofSeconds(8);

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  /** How long the answers to the last updates have to leave, at least. */
  private static final long LAST_ANSWERS_NS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final long LOOK_MS = 5;

  private final GatewayConfig config;
  private final Incarnation incarnation = new Incarnation();
  private final Metrics metrics = new Metrics();
  private final CallRelay front;
  private final Updates updates;
  private final GatewayHttp http;
  private final Admin admin;
  private final SamplePublisher samples;
  private final Discovery discovery;
  private final GatewayUrls gateways = new GatewayUrls();
  private final AtomicBoolean closing = new AtomicBoolean();

  /** Whether the name is this gateway's to use. */
  private volatile boolean admitted;

  private Gateway(GatewayConfig config) {
    this.config = config;
    Deque<AutoCloseable> started = new ArrayDeque<>(); // the last one first
    started.push(metrics);
    try {
      front = started(started, new CallRelay(config, incarnation.id(), metrics));
      updates = started(started, startUpdates());
      http = started(started, startHttp());
      admin = started(started, Admin.create(config.kafka().client()));
      samples = started(started, publisher());
      GatewayMeters.register(metrics, front.board(), samples);
      discovery =
          new Discovery(
              config.name(),
              incarnation,
              config.sites().text(),
              config.kafka().topics().monitor(),
              config.kafka().client(),
              config.catalogue(),
              new Members());
    } catch (KafkaException e) {
      Closing.each(config.name(), started);
      throw ConfigurationException.of(
          "gateway.kafka",
          "its clients can't be created ("
              + (e.getCause() == null ? e : e.getCause()).getMessage()
              + "); correct that property or the brokers' addresses");
    } catch (RuntimeException e) {
      Closing.each(config.name(), started);
      throw e;
    }
  }

  private static <T extends AutoCloseable> T started(Deque<AutoCloseable> all, T part) {
    all.push(part);
    return part;
  }

  private Updates startUpdates() {
    GatewayConfig.Kafka kafka = config.kafka();
    return Updates.start(
        UpdateConfig.at(
            kafka.bootstrapServers(), kafka.topics(), config.catalogue(), kafka.properties()));
  }

  private GatewayHttp startHttp() {
    GatewayConfig.Serving serving = config.serving();
    String advertised = serving.advertisedUrl();
    return GatewayHttp.start(
        new GatewayHttpConfig(
            serving.http(),
            advertised == null ? "" : advertised,
            config.core().deadlineMs(),
            config.pass()),
        new GatewayParts(
            config.name(), calls(), this::servingSites, this::status, this::otherGateways, updates),
        metrics);
  }

  private List<SiteAddress> servingSites() {
    return status().sites().stream()
        .filter(site -> site.state().open() && Remote.isUrl(site.url()))
        .map(site -> new SiteAddress(site.state().name(), site.url()))
        .toList();
  }

  /** Returns where clients of this gateway may continue: those configured, then those known. */
  private List<String> otherGateways() {
    Set<String> urls = new LinkedHashSet<>(config.serving().peers());
    urls.addAll(knownGateways());
    return List.copyOf(urls);
  }

  private List<String> knownGateways() {
    return gateways.with(
        status().gateways().stream()
            .filter(GatewayStatus.Peer::alive)
            .map(GatewayStatus.Peer::url)
            .filter(Remote::isUrl)
            .toList(),
        System.nanoTime());
  }

  private SamplePublisher publisher() {
    GatewaySampler sampler =
        new GatewaySampler(incarnation, url(), linkUrl(), this::status, Clocks.system().wallMs());
    return new SamplePublisher(
        config.name(),
        config.kafka().topics().monitor(),
        admin,
        SamplePublisher.producer(config.name(), config.kafka().client()),
        new EventCodec(config.catalogue()),
        sampler,
        incarnation::published,
        Clocks.system());
  }

  /** What discovery finds out. */
  private final class Members implements Discovery.Listener {
    @Override
    public void known(KnownMembers known) {
      gateways.running(
          known.gateways().stream().map(KnownMembers.Member::url).filter(Remote::isUrl).toList(),
          System.nanoTime());
      if (admitted) {
        front.known(discovery::known);
      }
    }

    @Override
    public void taken(String reason) {
      if (admitted) {
        LOG.error("{}: {}", config.name(), reason);
        samples.silence();
        front.stop(reason);
      }
    }
  }

  /**
   * Starts a gateway, which then finds sites in the background. {@link #status} reports its
   * progress.
   *
   * @throws ConfigurationException if it can't listen at a configured address, if its Kafka clients
   *     can't be created with their properties, if another member has its name, or if the topics'
   *     records have other schema ids
   * @throws Failure if the cluster does not answer
   */
  public static Gateway start(GatewayConfig config) throws InterruptedException {
    checkIds(config);
    Gateway gateway = new Gateway(config);
    try {
      gateway.join();
    } catch (RuntimeException | InterruptedException e) {
      gateway.close();
      throw e;
    }
    LOG.info("{}: calls at {}, HTTP at {}", config.name(), gateway.linkUrl(), gateway.url());
    return gateway;
  }

  private static void checkIds(GatewayConfig config) {
    try {
      SchemaIds.check(config.kafka().client(), config.kafka().topics(), config.catalogue());
    } catch (KafkaException e) {
      throw new Failure(
          "the schema ids in topic '" + config.kafka().topics().control() + "' can't be read: " + e,
          e);
    }
  }

  private void join() throws InterruptedException {
    discovery.start();
    var unused = Rehearsal.of(config);
    requireName(discovery.awaitName(DISCOVERY_PATIENCE));
    admitted = true;
    // It may have been found taken in between, when this gateway did not take notice of it yet.
    requireName(discovery.taken());
    front.known(discovery::known);
    samples.start();
  }

  private void requireName(String taken) {
    if (!taken.isEmpty()) {
      admitted = false; // its last sample would count as the other member's
      throw ConfigurationException.of("gateway.name", taken);
    }
  }

  /** Returns where other threads put calls. */
  public Calls calls() {
    return front.calls();
  }

  /** Returns the state as of at most a fifth of a second ago. */
  public GatewayStatus status() {
    return front.board().status();
  }

  /** Returns the state as of now. */
  public GatewayStatus current() {
    return front.current();
  }

  /** Returns whether it has stopped by itself; {@link #status} says why. */
  public boolean stopped() {
    return status().phase() == GatewayPhase.STOPPED;
  }

  /** Returns the base URL of HTTP for others. */
  public String url() {
    return http.url();
  }

  /** Returns the base URL of the links for others: the advertised host, the bound port. */
  public String linkUrl() {
    return LinkUrl.of(config.serving().advertisedUrl(), front.url());
  }

  /** Returns the HTTP port. */
  public int port() {
    return http.port();
  }

  /** Returns the metrics exported to Prometheus. */
  public Metrics metrics() {
    return metrics;
  }

  /** Returns how many updates wait to be written. */
  int pendingUpdates() {
    return updates.writer().pending();
  }

  /**
   * Stops: takes no updates, asks requesters for no new calls, waits at most 2 s until those
   * pending have their outcome, answers what is still pending, and ends all connections and links.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    long endNs = System.nanoTime() + CallRelay.DRAIN.toNanos();
    updates.writer().refuse();
    if (admitted && !stopped()) {
      samples.requestSample();
      front.drain();
    }
    await(endNs - System.nanoTime(), () -> pendingUpdates() == 0);
    Closing.each(config.name(), updates);
    await(Math.max(endNs - System.nanoTime(), LAST_ANSWERS_NS), http::idle);
    Closing.each(
        config.name(),
        http,
        front,
        this::closeSamples,
        discovery,
        () -> admin.close(CLOSE_PATIENCE),
        metrics);
    LOG.info("{}: closed", config.name());
  }

  private static void await(long mostNs, BooleanSupplier holds) {
    long beganNs = System.nanoTime();
    try {
      while (!holds.getAsBoolean() && System.nanoTime() - beganNs < mostNs) {
        Thread.sleep(LOOK_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Publishes the last sample, unless another member has the name: the sample would count as its
   * own.
   */
  private void closeSamples() {
    if (!admitted) {
      samples.silence();
    }
    samples.close();
  }
}
