package io.windsock.platform.net;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.internal.VertxInternal;
import java.util.concurrent.TimeUnit;

/**
 * The options of the Vert.x of every role and client. Peers are known by name, and one that is
 * started again may have another address, so names are looked up again before long. Any thread.
 */
public final class EventLoops {
  /**
   * How old an address may be, s. Vert.x would keep it for as long as the name server allows, which
   * is ten minutes in Docker's networks. Not 0, so that many connections at once share a look-up.
   */
  private static final int ADDRESS_AGE_S = 1;

  /** How old the entries of the hosts file may be, ms. Vert.x would read it only once. */
  private static final int HOSTS_AGE_MS = 1_000;

  private EventLoops() {}

  /**
   * Returns a context on the next of the event loops. {@link Vertx#getOrCreateContext} returns one
   * on the same loop whenever the same thread asks.
   */
  public static Context next(Vertx vertx) {
    return ((VertxInternal) vertx).createEventLoopContext();
  }

  /**
   * Returns options for {@code loops} event loops and one worker thread, whose connections follow
   * their peers to other addresses. A client of pooled HTTP connections keeps addresses besides:
   * set its {@link io.vertx.core.http.ClientResolverConfig}.
   */
  public static VertxOptions options(int loops) {
    return new VertxOptions()
        .setEventLoopPoolSize(loops)
        .setWorkerPoolSize(1)
        .setAddressResolverOptions(
            new AddressResolverOptions()
                .setCacheMaxTimeToLive(ADDRESS_AGE_S)
                .setHostsRefreshPeriodUnit(TimeUnit.MILLISECONDS)
                .setHostsRefreshPeriod(HOSTS_AGE_MS));
  }
}
