package io.windsock.gateway.http.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteKind;
import io.windsock.platform.http.client.Reply;
import io.windsock.platform.http.message.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The views and their parameters, as a site lists them. A query names a view's parameter, and a
 * call has only its value. Any thread may use it.
 */
final class ViewNames {
  private static final Logger LOG = LoggerFactory.getLogger(ViewNames.class);
  private static final int MAX_LIST_BYTES = 1 << 20;
  private static final int UNKNOWN_SECONDS = 1;

  /** Sites may be started again with other views. */
  private static final long REFRESH_NS = TimeUnit.SECONDS.toNanos(10);

  private static final RemoteKind SITE =
      new RemoteKind(
          "site",
          "http://127.0.0.1:8080",
          "check that it runs",
          Duration.ofSeconds(3),
          MAX_LIST_BYTES);

  private final Supplier<List<SiteAddress>> sites;
  private final AtomicBoolean asking = new AtomicBoolean();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile @Nullable Map<String, String> parameters;
  private volatile long knownNs;

  /** Creates names that are not known yet. */
  ViewNames(Supplier<List<SiteAddress>> sites) {
    this.sites = sites;
  }

  /**
   * Returns the name of a view's parameter; empty if it has none.
   *
   * @throws Refusal if there is no such view, or if the views are not known yet
   */
  String parameter(String view) {
    Map<String, String> known = parameters;
    if (known == null) {
      throw Refusal.unavailable(
          "the views are not known yet, because no site has listed them",
          "try again later",
          UNKNOWN_SECONDS);
    }
    String parameter = known.get(view);
    if (parameter == null) {
      throw Refusal.absent(
          "there is no view " + Refusal.shown(view),
          "the views are " + String.join(", ", known.keySet()));
    }
    return parameter;
  }

  /** Asks a site unless the views were listed lately. Returns at once. */
  void look() {
    List<SiteAddress> known = List.copyOf(sites.get());
    boolean fresh = parameters != null && System.nanoTime() - knownNs < REFRESH_NS;
    if (!fresh && !known.isEmpty() && asking.compareAndSet(false, true)) {
      SiteAddress site = known.get(Math.floorMod(turn.getAndIncrement(), known.size()));
      var unused = list(site).whenComplete((done, failure) -> ended(site, failure));
    }
  }

  private CompletableFuture<Void> list(SiteAddress site) {
    try {
      Remote remote = new Remote(SITE, site.url());
      return remote.start(remote.request("/v1/views")).thenAccept(this::listed);
    } catch (ConfigurationException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void ended(SiteAddress site, @Nullable Throwable failure) {
    asking.set(false);
    if (failure != null) {
      LOG.debug("{} lists no views", site.name(), failure);
    }
  }

  private void listed(Reply reply) {
    Map<String, String> listed = new TreeMap<>();
    for (JsonNode view : reply.expected().path("views")) {
      listed.put(view.path("view").asText(), view.path("parameter").asText());
    }
    knownNs = System.nanoTime();
    parameters = listed;
  }
}
