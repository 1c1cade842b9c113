package io.windsock.control.testing;

import io.windsock.contracts.call.CallJson;
import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.change.Caller;
import io.windsock.control.change.NotActiveException;
import io.windsock.control.http.ControllerServer;
import io.windsock.control.http.Storms;
import io.windsock.control.state.ControllerState;
import io.windsock.control.state.ControllerStatus;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.telemetry.Metrics;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A controller without Kafka: it holds in memory what a real one writes. Any thread may use it. */
public final class MemoryController implements AutoCloseable {
  private final Metrics metrics = new Metrics();
  private final ControllerState state = new ControllerState("c1", InstantSource.system());
  private final ControllerServer server;
  private final List<String> calls = new ArrayList<>();
  private volatile List<String> urls = List.of();
  private final AtomicInteger held = new AtomicInteger();
  private volatile CountDownLatch hold = new CountDownLatch(0);
  private volatile boolean deaf;

  private MemoryController(HttpConfig http, @Nullable Storms storms) {
    server = ControllerServer.start(state, this::by, storms, http, () -> urls, metrics);
    enter(ControllerStatus.Phase.ACTIVE, "active since the beginning");
  }

  /** One that knows parameters of epoch 1. */
  public static MemoryController start(int port, @Nullable Storms storms) {
    return start(HttpConfig.at("127.0.0.1", port), storms);
  }

  /** The same, that listens elsewhere. */
  public static MemoryController start(HttpConfig http, @Nullable Storms storms) {
    MemoryController controller = ignorant(http, storms);
    controller.change(Samples.parameters(1, System.currentTimeMillis()));
    return controller;
  }

  /** One that knows no parameters. */
  public static MemoryController ignorant(HttpConfig http, @Nullable Storms storms) {
    return new MemoryController(http, storms);
  }

  /** Its server. */
  public ControllerServer server() {
    return server;
  }

  /** What it reports to Prometheus. */
  public Metrics metrics() {
    return metrics;
  }

  /** The calls made, as {@code name arguments who}. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /** Is there now. */
  public void enter(ControllerStatus.Phase phase, String detail) {
    state.status(new ControllerStatus(phase, detail));
  }

  /** Is called by these URLs too. */
  public void urls(List<String> others) {
    urls = others;
  }

  /** Can write nothing any more. */
  public void deafen() {
    deaf = true;
  }

  /** Holds further calls until {@link #release}, as if Kafka did not answer. */
  public void hold() {
    hold = new CountDownLatch(1);
  }

  /** Lets the held calls go on. */
  public void release() {
    hold.countDown();
  }

  /** How many calls are held. */
  public int held() {
    return held.get();
  }

  /** Puts parameters in force. */
  public void change(Parameters now) {
    state.read(now);
  }

  /** The parameters in force; null while none are known. */
  public @Nullable Parameters parameters() {
    return state.parameters();
  }

  /** Receives a site's sample. */
  public void hear(SiteSample sample) {
    state.read(sample, System.currentTimeMillis());
  }

  /** Receives a sample of an instance of the topology. */
  public void hear(TopologySample sample) {
    state.read(sample, System.currentTimeMillis());
  }

  /** Receives a gateway's sample. */
  public void hear(GatewaySample sample) {
    state.read(sample, System.currentTimeMillis());
  }

  /** Receives a sample of a link. */
  public void hear(LinkSample sample) {
    state.read(sample, System.currentTimeMillis());
  }

  /** Decides. */
  public void decide(Decision decision) {
    state.read(decision);
  }

  /** Reaches a commit point. */
  public void commit(CommitPoint point) {
    state.read(point);
  }

  private Mirroring by(Caller caller) {
    return call -> {
      awaitRelease();
      return make(call, caller);
    };
  }

  private void awaitRelease() {
    held.incrementAndGet();
    try {
      hold.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw NotActiveException.unconfirmed("interrupted while waiting");
    } finally {
      held.decrementAndGet();
    }
  }

  private synchronized Written make(MirroringCall call, Caller caller) {
    if (deaf) {
      throw NotActiveException.unconfirmed("not written within 30 s");
    }
    Parameters now = state.parameters();
    if (now == null) {
      throw new IllegalStateException("called without parameters");
    }
    caller.require(now.getEpoch());
    Parameters.Builder next = Parameters.newBuilder(now).setEpoch(now.getEpoch() + 1);
    if (call instanceof Pin pin) {
      FunctionSettings function = function(now, pin.function());
      next.setInForce(function).setPinned(function.getName()).setReason("pinned");
    } else if (call instanceof Release) {
      next.setInForce(function(now, now.getBase())).setPinned("");
    } else if (call instanceof SetOverwrite overwrite) {
      overwrite(next, overwrite);
    } else {
      throw ConfigurationException.of(CallJson.name(call), "is not for this test");
    }
    calls.add(CallJson.name(call) + " " + CallJson.write(call) + " " + caller.who());
    change(next.build());
    return new Written(now.getEpoch() + 1, List.of("normal: " + CallJson.name(call)));
  }

  private static FunctionSettings function(Parameters now, String name) {
    return now.getFunctions().stream()
        .filter(function -> function.getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> ConfigurationException.of("function", "is '" + name + "'; it must be known"));
  }

  private static void overwrite(Parameters.Builder next, SetOverwrite call) {
    if (!call.type().equals("FlightPosition")) {
      throw ConfigurationException.of(
          "type", "is '" + call.type() + "'; it must be FlightPosition");
    }
    next.setInForce(Samples.function("normal", call.length(), 50)).setReason("set-overwrite");
  }

  @Override
  public void close() {
    release();
    server.close();
    metrics.close();
  }
}
