package io.windsock.control.state;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.monitor.BrokerClock;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Samples;
import io.windsock.control.params.ModeName;
import io.windsock.platform.telemetry.Members;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The data that a controller has read, and its status. Only the control thread changes it, under
 * its lock; any thread may read it. Returned values do not change afterwards.
 */
public final class ControllerState {
  /** The number of decisions kept in memory; the topic keeps all. */
  public static final int MAX_DECISIONS = 1_000;

  private final String name;
  private final BrokerClock clock;
  private final List<ControllerListener> listeners = new CopyOnWriteArrayList<>();
  private final Samples samples = new Samples();
  private final Map<String, CommitPoint> commitPoints = new TreeMap<>();
  private final Deque<Decision> decisions = new ArrayDeque<>();

  /** The newest decision that changed the mode or the level; any number may have followed. */
  private @Nullable Decision changedLevel;

  /** The newest decision that changed the mode; any number may have followed. */
  private @Nullable Decision changedMode;

  private @Nullable Parameters parameters;
  private @Nullable Observation observed;
  private volatile ControllerStatus status =
      new ControllerStatus(ControllerStatus.Phase.STARTING, "starting");

  /**
   * Creates the state of a controller that has read nothing yet.
   *
   * @param name the controller's name, as operators see it
   * @param own the machine's clock
   */
  public ControllerState(String name, InstantSource own) {
    this.name = name;
    clock = new BrokerClock(own);
  }

  /** Adds a listener. */
  public void listen(ControllerListener listener) {
    listeners.add(listener);
  }

  /** Returns the controller's name. */
  public String name() {
    return name;
  }

  /** Returns the controller's phase and its description. */
  public ControllerStatus status() {
    return status;
  }

  /** Returns whether this controller is the active one. */
  public boolean active() {
    return status.active();
  }

  /** Sets the controller's status. */
  public void status(ControllerStatus next) {
    synchronized (this) {
      status = next;
      observed = next.active() ? observed : null;
    }
    listeners.forEach(ControllerListener::statusChanged);
  }

  /** Returns the newest parameters; null while none are known. */
  public synchronized @Nullable Parameters parameters() {
    return parameters;
  }

  /**
   * Returns the last observation given to the policy; null if this controller is not active, or has
   * made none yet.
   */
  public synchronized @Nullable Observation observed() {
    return observed;
  }

  /** Records the observation given to the policy. */
  public synchronized void observed(@Nullable Observation seen) {
    observed = seen;
  }

  /** Takes newer parameters in and notifies the listeners. */
  public void read(Parameters next) {
    if (take(next)) {
      listeners.forEach(listener -> listener.changed(next));
    }
  }

  private synchronized boolean take(Parameters next) {
    boolean newer = parameters == null || next.getEpoch() > parameters.getEpoch();
    if (newer) {
      parameters = next;
    }
    return newer;
  }

  /** Takes a commit point in, and notifies the listeners unless it is known. */
  public void read(CommitPoint point) {
    if (take(point)) {
      listeners.forEach(listener -> listener.committed(point));
    }
  }

  private synchronized boolean take(CommitPoint point) {
    return !point.equals(commitPoints.put(point.getTopic(), point));
  }

  /** Takes a decision in and notifies the listeners. */
  public void read(Decision decision) {
    synchronized (this) {
      decisions.addFirst(decision);
      if (decisions.size() > MAX_DECISIONS) {
        decisions.removeLast();
      }
      changedLevel = decision.getFromMode().equals(decision.getToMode()) ? changedLevel : decision;
      changedMode = ModeName.changed(decision) ? decision : changedMode;
    }
    listeners.forEach(listener -> listener.decided(decision));
  }

  /** Takes a site's sample in and notifies the listeners. */
  public void read(SiteSample sample, long atMs) {
    synchronized (this) {
      clock.sampled(atMs);
      samples.add(sample, atMs);
    }
    listeners.forEach(listener -> listener.received(sample, atMs));
  }

  /** Takes a sample of the topology in and notifies the listeners. */
  public void read(TopologySample sample, long atMs) {
    synchronized (this) {
      clock.sampled(atMs);
      samples.members().add(sample, atMs);
    }
    listeners.forEach(listener -> listener.received(sample, atMs));
  }

  /** Takes a gateway's sample in and notifies the listeners. */
  public void read(GatewaySample sample, long atMs) {
    synchronized (this) {
      clock.sampled(atMs);
      samples.members().add(sample, atMs);
    }
    listeners.forEach(listener -> listener.received(sample, atMs));
  }

  /** Takes a sample of a link in and notifies the listeners. */
  public void read(LinkSample sample, long atMs) {
    synchronized (this) {
      clock.sampled(atMs);
      samples.members().add(sample, atMs);
    }
    listeners.forEach(listener -> listener.received(sample, atMs));
  }

  /** Returns the latest decisions, newest first; at most {@code limit}. */
  public synchronized List<Decision> decisions(int limit) {
    return decisions.stream().limit(limit).toList();
  }

  /**
   * Returns the newest decision that fits, of those kept and the last changes of the mode and its
   * level, which are kept however many decisions followed; null if none does.
   */
  public synchronized @Nullable Decision newestDecision(Predicate<Decision> fits) {
    for (Decision decision : decisions) {
      if (fits.test(decision)) {
        return decision;
      }
    }
    if (changedLevel != null && fits.test(changedLevel)) {
      return changedLevel;
    }
    return changedMode != null && fits.test(changedMode) ? changedMode : null;
  }

  /** Returns the latest commit point of each output topic. */
  public synchronized List<CommitPoint> commitPoints() {
    return List.copyOf(commitPoints.values());
  }

  /** Forgets every site and instance silent since {@code beforeMs}. */
  public synchronized void forget(long beforeMs) {
    samples.forget(beforeMs);
  }

  /** Returns the brokers' clock, by which samples are dated. */
  public BrokerClock clock() {
    return clock;
  }

  /** Applies a function to the members under the lock. */
  public synchronized <T> T members(Function<Members, T> ask) {
    return ask.apply(samples.members());
  }

  /** Lets the policy's next observation begin with what comes from now on. */
  public synchronized void ignoreSamples() {
    samples.looked();
  }

  /** Applies a function to the samples under the lock. */
  public synchronized <T> T samples(Function<Samples, T> use) {
    return use.apply(samples);
  }
}
