package io.windsock.control;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.http.ControllerServer;
import io.windsock.control.http.MirroringCalls;
import io.windsock.control.http.ServedController;
import io.windsock.control.http.Storms;
import io.windsock.control.monitor.Heard;
import io.windsock.control.monitor.Samples;
import io.windsock.control.params.Caller;
import io.windsock.control.params.Mirroring;
import io.windsock.service.http.HttpConfig;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A controller as its HTTP server sees it, and the server as its control loop sees it. The loop's
 * thread tells; any thread asks.
 */
final class Console implements ServedController, ControllerListener, AutoCloseable {
  private final ControllerConfig config;
  private final ControllerState state;
  private final CallTable calls;
  private final ControllerMeters meters;
  private final ControllerServer server;

  /**
   * Starts serving.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if it can't listen where it is told
   */
  Console(
      ControllerConfig config,
      ControllerState state,
      Function<Caller, Mirroring> mirroring,
      @Nullable Storms storms,
      ControllerMeters meters) {
    this.config = config;
    this.state = state;
    this.meters = meters;
    calls = new CallTable(mirroring);
    server =
        ControllerServer.start(
            this,
            storms,
            HttpConfig.at(config.httpHost(), config.httpPort(), config.allowedHosts()),
            meters.metrics(),
            state.clock());
  }

  String url() {
    return server.url();
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public Standing standing() {
    return new Standing(state.ready(), state.active(), state.detail());
  }

  @Override
  public List<String> urls() {
    String advertised = config.advertisedUrl();
    return advertised == null ? List.of() : List.of(advertised);
  }

  @Override
  public @Nullable Parameters parameters() {
    return state.parameters();
  }

  @Override
  public List<Decision> decisions(int limit) {
    return state.decisions(limit);
  }

  @Override
  public List<Heard<SiteSample>> sites() {
    return state.samples(Samples::sites);
  }

  @Override
  public List<Heard<TopologySample>> topologies() {
    return state.samples(Samples::topologies);
  }

  @Override
  public List<CommitPoint> commitPoints() {
    return state.commitPoints();
  }

  @Override
  public MirroringCalls mirroring() {
    return calls;
  }

  @Override
  public void heard(SiteSample sample, long atMs) {
    server.heard(sample, atMs);
  }

  @Override
  public void heard(TopologySample sample, long atMs) {
    server.heard(sample, atMs);
  }

  @Override
  public void changed(Parameters parameters) {
    meters.changed(parameters);
    server.changed(parameters);
  }

  @Override
  public void decided(Decision decision) {
    server.decided(decision);
  }

  @Override
  public void committed(CommitPoint point) {
    server.committed(point);
  }

  @Override
  public void made(Decision decision) {
    meters.made(decision);
  }

  @Override
  public void writes(KafkaClientMetrics client) {
    meters.writes(client);
  }

  @Override
  public void writesNoMore() {
    meters.writesNoMore();
  }

  @Override
  public void stands() {
    server.stands();
  }

  @Override
  public void close() {
    server.close();
  }
}
