package io.windsock.platform.http.endpoint;

import io.vertx.core.Context;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Routes;
import io.windsock.platform.http.message.Target;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server of a role without clients of its own: {@code /health/live}, {@code /health/ready}
 * and {@code /metrics} for monitoring. Any thread may call it.
 */
public final class HealthServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);
  private static final Workers.Bounds WORKERS = new Workers.Bounds(1, 16, 1, 1);

  private enum Route {
    LIVE("/health/live"),
    READY("/health/ready"),
    METRICS("/metrics");

    private final String path;

    Route(String path) {
      this.path = path;
    }

    private String path() {
      return path;
    }
  }

  private static final Routes<Route> ROUTES = new Routes<>(Route.class, Route::path);

  /**
   * Whether a role is ready.
   *
   * @param detail the progress, or the reason it is not ready
   */
  public record Readiness(boolean ready, String detail) {}

  private final String name;
  private final Supplier<Readiness> readiness;
  private final Metrics metrics;
  private final HttpService http;
  private final AnswerPolicy policy;
  private final Workers workers;

  private HealthServer(
      HttpConfig config, Metrics metrics, String role, String name, Supplier<Readiness> readiness) {
    this.name = name;
    this.readiness = readiness;
    this.metrics = metrics;
    http = HttpService.start(config, metrics);
    policy = new AnswerPolicy(role, new Origins(http::url, List::of), List.of(), metrics);
    workers = new Workers(role, name, WORKERS);
  }

  /**
   * Starts a server.
   *
   * @param role the kind of server named in its messages, such as {@code topology}
   * @param name the name of this instance
   * @throws ConfigurationException if it can't listen at the configured address; the message names
   *     the address and the reason
   */
  public static HealthServer start(
      HttpConfig config, Metrics metrics, String role, String name, Supplier<Readiness> readiness) {
    HealthServer server = new HealthServer(config, metrics, role, name, readiness);
    try {
      server.http.listen(server.policy, loop -> server::handle);
    } catch (ConfigurationException e) {
      server.close();
      throw e;
    }
    LOG.info("{}: health and metrics at {}", name, server.url());
    return server;
  }

  private void handle(Context loop, HttpServerRequest request) {
    Route route = null;
    Refusal refusal = null;
    try {
      Target target = Target.parse(request.uri());
      target.allow(Set.of());
      route = ROUTES.of(target.segments());
    } catch (Refusal e) {
      refusal = e;
    }
    String label = route == null ? HttpService.NO_ROUTE : route.path();
    Exchange exchange = new Exchange(policy, loop, label, request);
    if (AnswerPolicy.hasBody(request.headers())) {
      exchange.refuse(Refusal.last(400, "the request has a body", "nothing here takes one"));
    } else if (refusal != null) {
      exchange.refuse(refusal);
    } else if (route == null) {
      exchange.refuse(
          Refusal.absent(
              "there is nothing at " + Refusal.shown(request.uri()),
              "see /health/live, /health/ready and /metrics"));
    } else if (request.method().equals(HttpMethod.GET)
        || request.method().equals(HttpMethod.HEAD)) {
      Route known = route;
      exchange.attempt(() -> serve(exchange, known));
    } else {
      exchange.refuse(Refusal.method(route.path() + " is only read", "GET, HEAD"));
    }
  }

  private void serve(Exchange exchange, Route route) {
    switch (route) {
      case LIVE -> exchange.answer(Health.live(name));
      case READY -> {
        Readiness now = readiness.get();
        exchange.answer(Health.ready(now.ready(), now.detail()));
      }
      case METRICS -> exchange.onWorker(workers, () -> Health.metrics(metrics));
    }
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:8070}. */
  public String url() {
    return http.url();
  }

  /** Returns the port it listens on. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.close();
    workers.close();
  }
}
