package io.windsock.control.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.http.ControllerServer;
import io.windsock.control.http.MirroringCalls;
import io.windsock.control.http.ServedController;
import io.windsock.control.http.Storms;
import io.windsock.control.monitor.Heard;
import io.windsock.control.params.Caller;
import io.windsock.control.params.Written;
import io.windsock.service.http.HttpConfig;
import io.windsock.service.http.Refusal;
import io.windsock.service.metrics.Metrics;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A controller without Kafka: it holds in memory what a real one writes. Any thread may use it. */
public final class MemoryController implements ServedController, MirroringCalls, AutoCloseable {
  private static final int DECISIONS = 1_000;

  private final Metrics metrics = new Metrics();
  private final ControllerServer server;
  private final Deque<Decision> decisions = new ArrayDeque<>();
  private final Map<String, Heard<SiteSample>> sites = new LinkedHashMap<>();
  private final Map<String, Heard<TopologySample>> topologies = new LinkedHashMap<>();
  private final List<String> calls = new ArrayList<>();
  private volatile Standing standing = new Standing(true, true, "active since the beginning");
  private volatile List<CommitPoint> commitPoints = List.of();
  private volatile List<String> urls = List.of();
  private volatile boolean deaf;
  private volatile @Nullable Parameters parameters;

  private MemoryController(HttpConfig http, @Nullable Storms storms) {
    server = ControllerServer.start(this, storms, http, metrics, InstantSource.system());
  }

  /** One that knows parameters of epoch 1. */
  public static MemoryController start(int port, @Nullable Storms storms) {
    return start(HttpConfig.at("127.0.0.1", port), storms);
  }

  /** The same, that listens elsewhere. */
  public static MemoryController start(HttpConfig http, @Nullable Storms storms) {
    MemoryController controller = new MemoryController(http, storms);
    controller.change(Samples.parameters(1, System.currentTimeMillis()));
    return controller;
  }

  /** Its server. */
  public ControllerServer server() {
    return server;
  }

  /** What it tells Prometheus. */
  public Metrics metrics() {
    return metrics;
  }

  /** The calls made, as {@code name arguments who}. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /** Stands there now. */
  public void stand(Standing now) {
    standing = now;
    server.stands();
  }

  /** Is called by these URLs too. */
  public void urls(List<String> others) {
    urls = others;
  }

  /** Can write nothing any more. */
  public void deafen() {
    deaf = true;
  }

  /** Knows no parameters any more. */
  public void forget() {
    parameters = null;
  }

  /** Puts parameters in force. */
  public void change(Parameters now) {
    parameters = now;
    server.changed(now);
  }

  /** Hears of a site. */
  public void hear(SiteSample sample) {
    long nowMs = System.currentTimeMillis();
    synchronized (this) {
      sites.put(sample.getSite(), new Heard<>(sample, nowMs));
    }
    server.heard(sample, nowMs);
  }

  /** Hears of an instance of the topology. */
  public void hear(TopologySample sample) {
    long nowMs = System.currentTimeMillis();
    synchronized (this) {
      topologies.put(sample.getInstance(), new Heard<>(sample, nowMs));
    }
    server.heard(sample, nowMs);
  }

  /** Decides. */
  public void decide(Decision decision) {
    synchronized (this) {
      decisions.addFirst(decision);
      if (decisions.size() > DECISIONS) {
        decisions.removeLast();
      }
    }
    server.decided(decision);
  }

  /** Reaches a commit point. */
  public void commit(CommitPoint point) {
    commitPoints = List.of(point);
    server.committed(point);
  }

  @Override
  public String name() {
    return "c1";
  }

  @Override
  public Standing standing() {
    return standing;
  }

  @Override
  public List<String> urls() {
    return urls;
  }

  @Override
  public @Nullable Parameters parameters() {
    return parameters;
  }

  @Override
  public synchronized List<Decision> decisions(int limit) {
    return decisions.stream().limit(limit).toList();
  }

  @Override
  public synchronized List<Heard<SiteSample>> sites() {
    return List.copyOf(sites.values());
  }

  @Override
  public synchronized List<Heard<TopologySample>> topologies() {
    return List.copyOf(topologies.values());
  }

  @Override
  public List<CommitPoint> commitPoints() {
    return commitPoints;
  }

  @Override
  public MirroringCalls mirroring() {
    return this;
  }

  @Override
  public List<String> names() {
    return List.of("set-overwrite", "set-monitor-values", "pin", "release");
  }

  @Override
  public synchronized Written call(String name, JsonNode arguments, Caller caller) {
    if (deaf) {
      throw Refusal.unavailable("not written within 30 s", "look before trying again", 1);
    }
    Parameters now = parameters;
    if (now == null) {
      throw new IllegalStateException("called without parameters");
    }
    caller.require(now.getEpoch());
    Parameters.Builder next = Parameters.newBuilder(now).setEpoch(now.getEpoch() + 1);
    switch (name) {
      case "pin" -> {
        FunctionSettings function = function(now, arguments.path("function").asText());
        next.setInForce(function).setPinned(function.getName()).setReason("pinned");
      }
      case "release" -> next.setInForce(function(now, now.getBase())).setPinned("");
      case "set-overwrite" -> overwrite(next, arguments);
      default -> throw ConfigurationException.of(name, "is not for this test");
    }
    calls.add(name + " " + arguments + " " + caller.who());
    change(next.build());
    return new Written(now.getEpoch() + 1, List.of("normal: " + name));
  }

  private static FunctionSettings function(Parameters now, String name) {
    return now.getFunctions().stream()
        .filter(function -> function.getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> ConfigurationException.of("function", "is '" + name + "'; it must be known"));
  }

  private static void overwrite(Parameters.Builder next, JsonNode arguments) {
    List<Fault> faults = new ArrayList<>();
    if (!arguments.path("type").asText().equals("FlightPosition")) {
      faults.add(new Fault("type", "is " + arguments.path("type") + "; it must be FlightPosition"));
    }
    int length = arguments.path("length").asInt();
    if (length < 1) {
      faults.add(new Fault("length", "is " + length + "; it must be 1 or more"));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    next.setInForce(Samples.function("normal", length, 50)).setReason("set-overwrite");
  }

  @Override
  public void close() {
    server.close();
    metrics.close();
  }
}
