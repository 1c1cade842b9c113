package io.windsock.control.http;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.monitor.Heard;
import io.windsock.control.monitor.Measured;
import io.windsock.service.http.Front;
import io.windsock.service.http.HttpConfig;
import io.windsock.service.http.HttpService;
import io.windsock.service.http.Origins;
import io.windsock.service.http.Workers;
import io.windsock.service.metrics.Metric;
import io.windsock.service.metrics.Metrics;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller's HTTP server. Any thread may call it; what happens is told by the control thread,
 * after {@link ServedController} tells it too.
 */
public final class ControllerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerServer.class);
  private static final String NOUN = "controller";

  /** Changes wait for Kafka on one of few threads; more than so many at once are turned away. */
  private static final Workers.Bounds WORKERS = new Workers.Bounds(2, 64, 1, 1);

  private static final long HEARTBEAT_MS = 2_000;
  private static final long STORM_EVERY_MS = 500;

  private final ServedController controller;
  private final @Nullable Storms storms;
  private final InstantSource clock;
  private final HttpService http;
  private final Workers workers;
  private final History history = new History();
  private final Watchers watchers;
  private final AtomicBoolean closing = new AtomicBoolean();

  private ControllerServer(
      ServedController controller,
      @Nullable Storms storms,
      HttpConfig config,
      Metrics metrics,
      InstantSource clock) {
    this.controller = controller;
    this.storms = storms;
    this.clock = clock;
    http = HttpService.start(config, metrics);
    workers = new Workers(NOUN, controller.name(), WORKERS);
    watchers = new Watchers(() -> Events.known(controller), metrics);
    listen(metrics);
  }

  /**
   * Starts serving {@code controller}.
   *
   * @param storms storms that operators may start; null if there are none here
   * @throws ConfigurationException if it can't listen where it is told to; the message names the
   *     address and the reason
   */
  public static ControllerServer start(
      ServedController controller,
      @Nullable Storms storms,
      HttpConfig config,
      Metrics metrics,
      InstantSource clock) {
    return new ControllerServer(controller, storms, config, metrics, clock);
  }

  private void listen(Metrics metrics) {
    metrics.gauge(Metric.CONTROLLER_ACTIVE, controller, c -> c.standing().active() ? 1 : 0);
    Front front =
        new Front(
            NOUN,
            new Origins(http::url, controller::urls),
            List.of("ETag", "Retry-After"),
            metrics);
    Guard guard = new Guard(front, controller);
    Dispatcher dispatcher =
        new Dispatcher(
            front,
            workers,
            metrics,
            guard,
            new Reports(controller, history, clock),
            new Changes(controller, guard, workers),
            new StormEndpoint(storms, workers),
            watchers,
            new ConsoleFiles(workers, front));
    try {
      http.listen(front, loop -> dispatcher);
    } catch (ConfigurationException e) {
      close();
      throw e;
    }
    http.every(HEARTBEAT_MS, () -> tell(() -> Events.heartbeat(clock.millis())));
    if (storms != null) {
      Storms here = storms;
      http.every(STORM_EVERY_MS, () -> tell(() -> Events.storm(here.report())));
    }
    LOG.info("{}: console at {}/console", controller.name(), http.url());
  }

  private void tell(Supplier<Buffer> event) {
    if (watchers.any()) {
      watchers.publish(event.get());
    }
  }

  /** A site has said how it is. */
  public void heard(SiteSample sample, long heardMs) {
    history.add("site", sample.getSite(), sample.getRole(), heardMs, Measured.of(sample));
    tell(() -> Events.site(new Heard<>(sample, heardMs)));
  }

  /** An instance of the topology has said how it is. */
  public void heard(TopologySample sample, long heardMs) {
    history.add("topology", sample.getInstance(), "topology", heardMs, Measured.of(sample));
    tell(() -> Events.topology(new Heard<>(sample, heardMs)));
  }

  /** New parameters are in force. */
  public void changed(Parameters parameters) {
    tell(() -> Events.parameters(parameters));
  }

  /** A decision was made. */
  public void decided(Decision decision) {
    tell(() -> Events.decision(decision));
  }

  /** A commit point was reached. */
  public void committed(CommitPoint point) {
    tell(() -> Events.commitPoint(point));
  }

  /** The controller has become the active one, or no longer is. */
  public void stands() {
    tell(() -> Events.standing(controller));
  }

  /** Where it is served: {@code http://127.0.0.1:8090}. */
  public String url() {
    return http.url();
  }

  /** The port it listens on. */
  public int port() {
    return http.port();
  }

  /** Ends every stream, stops listening, and waits for changes under way to end. */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      watchers.close();
      http.close();
      workers.close();
    }
  }
}
