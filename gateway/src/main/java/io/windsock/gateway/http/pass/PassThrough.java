package io.windsock.gateway.http.pass;

import io.micrometer.core.instrument.Counter;
import io.netty.util.AsciiString;
import io.vertx.core.Context;
import io.vertx.core.http.ClientResolverConfig;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientConfig;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.http.message.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Passes requests through to sites, and has few of them wait for a site's answer at once ({@link
 * Turns}), so that a storm of displays leaves sites and this gateway time for calls. One event loop
 * owns it.
 */
public final class PassThrough {
  private static final int FULL_SECONDS = 5;
  private static final int NO_SITE_SECONDS = 1;

  /** Shorter than the 30 s after which a site closes an idle connection. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  private static final int CHUNK_BYTES = 64 << 10;

  /**
   * How long a site's address may be used for new connections. Vert.x would use it for minutes,
   * whatever its resolver says, and a site that was started again may have another one.
   */
  private static final Duration ADDRESS_AGE = Duration.ofSeconds(5);

  /** How often deadlines are checked. */
  private static final long TICK_MS = 250;

  private final PassBounds bounds;
  private final SiteStreams streams;
  private final Supplier<List<SiteAddress>> sites;
  private final HttpClient client;
  private final Origins gateways;
  private final Counter refused;
  private final Counter expired;
  private final Set<PassedRequest> open = new HashSet<>();
  private final Turns<PassedRequest> turns;

  /** Whether turns are being given. */
  private boolean giving;

  /**
   * Creates the pass-through of one event loop.
   *
   * @param loops how many event loops share the turns
   * @param streams the requests in progress, shared by all event loops
   * @param sites the sites that may be asked, all of one role and ready
   * @param gateways this gateway and the others, to which pages may connect
   * @param refused counts requests beyond the bound
   * @param expired counts requests that waited for their turn for too long
   */
  public PassThrough(
      Context loop,
      int loops,
      PassBounds bounds,
      SiteStreams streams,
      Supplier<List<SiteAddress>> sites,
      Origins gateways,
      Counter refused,
      Counter expired) {
    this.bounds = bounds;
    this.streams = streams;
    this.sites = sites;
    this.gateways = gateways;
    this.refused = refused;
    this.expired = expired;
    turns = new Turns<>(bounds.askingOf(loops), bounds.patience().toNanos());
    client =
        loop.owner()
            .createHttpClient(config(bounds), new PoolOptions().setHttp1MaxSize(bounds.streams()));
    loop.runOnContext(v -> loop.owner().setPeriodic(TICK_MS, id -> tick(System.nanoTime())));
  }

  private static HttpClientConfig config(PassBounds bounds) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setTcpNoDelay(true)
            .setConnectTimeout((int) bounds.connect().toMillis())
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setMaxChunkSize(CHUNK_BYTES);
    return new HttpClientConfig(options)
        .setResolverConfig(
            new ClientResolverConfig()
                .setKeepAliveTimeout(ADDRESS_AGE)
                .setMaxKeepAlive(ADDRESS_AGE));
  }

  /** Returns whether a header can have the name of a site. */
  public static boolean canName(String site) {
    return PassedHeaders.isText(site);
  }

  /** Returns the header that names the site that answered. */
  public static AsciiString siteHeader() {
    return PassedHeaders.SITE;
  }

  /**
   * Passes a request of GET or HEAD through, when its turn has come, to the site with the fewest
   * requests in progress, and to another one if that fails before the first byte of its answer.
   *
   * @throws Refusal if too many are in progress, or if no site can be asked
   */
  public void serve(Exchange exchange, HttpServerRequest request) {
    if (sites.get().isEmpty()) {
      throw noSite();
    }
    if (!streams.admit(bounds.streams())) {
      refused.increment();
      throw Refusal.unavailable(
          "the gateway already passes " + bounds.streams() + " requests through, its maximum",
          "ask another gateway, or try again later",
          FULL_SECONDS);
    }
    PassedRequest passed = new PassedRequest(this, exchange, request);
    open.add(passed);
    passed.enter();
    turns.add(passed, System.nanoTime());
    streams.waiting(1);
    give();
  }

  private static Refusal noSite() {
    return Refusal.unavailable("no site is ready", "try again later", NO_SITE_SECONDS);
  }

  /** Lets requests ask sites while turns are free. A request that is over at once frees its own. */
  private void give() {
    if (giving) {
      return; // the loop below goes on
    }
    giving = true;
    try {
      for (PassedRequest next = turns.next(); next != null; next = turns.next()) {
        streams.waiting(-1);
        next.ask();
      }
    } finally {
      giving = false;
    }
  }

  /**
   * Returns the sites that may be asked now, in the order in which to ask them; not empty.
   *
   * @throws Refusal if there is none
   */
  List<SiteAddress> order() {
    List<SiteAddress> known = List.copyOf(sites.get());
    if (known.isEmpty()) {
      throw noSite();
    }
    return streams.order(known);
  }

  /** A request that had its turn waits for no answer any more. */
  void turnDone() {
    turns.done();
    give();
  }

  private void tick(long nowNs) {
    for (PassedRequest passed : turns.expired(nowNs)) {
      streams.waiting(-1);
      expired.increment();
      passed.refused(
          Refusal.unavailable(
              "the request waited "
                  + bounds.patience().toMillis()
                  + " ms for its turn, and "
                  + turns.waiting()
                  + " others wait, too",
              "ask another gateway, or try again later",
              FULL_SECONDS));
    }
    for (PassedRequest passed : new ArrayList<>(open)) {
      passed.check(nowNs);
    }
  }

  void over(PassedRequest passed) {
    if (open.remove(passed)) {
      streams.done();
    }
    if (turns.remove(passed)) {
      streams.waiting(-1);
    }
  }

  HttpClient client() {
    return client;
  }

  /** Returns those to which a page may connect. */
  Origins gateways() {
    return gateways;
  }

  SiteStreams streams() {
    return streams;
  }

  long headNs() {
    return bounds.head().toNanos();
  }

  long silenceNs() {
    return bounds.silence().toNanos();
  }

  /** Returns within how long a site must begin its answer, for messages. */
  String headText() {
    return TimeUnit.NANOSECONDS.toMillis(headNs()) + " ms";
  }
}
