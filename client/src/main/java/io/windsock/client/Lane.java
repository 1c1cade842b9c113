package io.windsock.client;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkListener;
import io.windsock.platform.link.OfferResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of one kind: a link to each gateway, and the core that decides what travels there.
 * Owned by the event loop.
 */
final class Lane implements ClientCore.Output {
  /** After this time it is asked again whether a URL that is not used leads to another gateway. */
  static final long PROBE_AFTER_MS = 30_000;

  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  private final Dialer dialer;
  private final List<String> urls;
  private final Gateways gateways;
  private final ClientCore core;
  private final Counters counters;
  private final Runnable changed;
  private final List<CallLink> links = new ArrayList<>();

  /** The listeners of the links over which gateways are called; null: the URL is not used. */
  private final @Nullable Listener[] calling;

  private final String[] faults;
  private boolean closed;

  /**
   * Creates a lane without links.
   *
   * @param changed is run when a gateway has come up or gone down
   * @param sweepNs the time between two ticks, ns
   */
  Lane(
      Dialer dialer,
      ClientOptions options,
      Position position,
      Counters counters,
      Runnable changed,
      long sweepNs) {
    this.dialer = dialer;
    this.urls = options.gateways();
    this.counters = counters;
    this.changed = changed;
    this.calling = new Listener[urls.size()];
    this.faults = new String[urls.size()];
    Arrays.fill(faults, "not connected yet");
    this.gateways = new Gateways(urls.size(), options.silence().toNanos());
    this.core =
        new ClientCore(
            options.name(), options.copies(), gateways, position, this, sweepNs, System.nanoTime());
  }

  /** Opens the links, which connect in the background. */
  void open() {
    for (int slot = 0; slot < urls.size(); slot++) {
      links.add(called(slot));
    }
  }

  private CallLink called(int slot) {
    Listener listener = new Listener(slot);
    calling[slot] = listener;
    return dialer.call(urls.get(slot), listener);
  }

  /** Passes on what the link to one gateway reports. */
  private final class Listener implements LinkListener {
    private final int slot;

    /** The link was closed; what it had received before is passed on nevertheless. */
    private boolean over;

    Listener(int slot) {
      this.slot = slot;
    }

    @Override
    public void up() {} // its first batch follows, and says who it is

    @Override
    public void answers(AnswerBatch batch) {
      if (over || closed) {
        return;
      }
      boolean before = isUp(slot);
      core.answers(slot, batch, System.nanoTime());
      if (!before) {
        opened(slot);
      }
    }

    @Override
    public void down(String reason) {
      if (over || closed) {
        return;
      }
      boolean before = isUp(slot);
      boolean news = before || !reason.equals(faults[slot]);
      faults[slot] = reason;
      core.down(slot, System.nanoTime());
      if (news) {
        LOG.warn("{} calls to {}: {}; connecting again", kind(), urls.get(slot), reason);
        changed.run();
      }
    }
  }

  private void opened(int slot) {
    if (gateways.isUnused(slot)) {
      // Gateways keep one stream of a requester for each kind, so the two would end each other.
      faults[slot] = twin(gateways.name(slot));
      LOG.warn("{} calls: {} is not used: {}", kind(), urls.get(slot), faults[slot]);
      leave(slot);
      core.down(slot, System.nanoTime());
      probeLater(slot);
    } else {
      faults[slot] = "";
      LOG.info("{} calls: gateway '{}' at {} is up", kind(), gateways.name(slot), urls.get(slot));
      leaveOthersOf(slot);
    }
    changed.run();
  }

  /** Closes the link over which a gateway is called; nothing more that it reports counts. */
  private void leave(int slot) {
    Listener listener = calling[slot];
    if (listener != null) {
      listener.over = true;
      calling[slot] = null;
      links.get(slot).close();
    }
  }

  /**
   * Leaves the other URLs by which this gateway was called, and whose links are down: it may have
   * ended their streams when this one came. If they connected again, the gateway would end this
   * one, and so on for ever. Who answers there is asked at once, for it may be another one by now.
   */
  private void leaveOthersOf(int slot) {
    for (int other = 0; other < calling.length; other++) {
      boolean called = other != slot && calling[other] != null && !isUp(other);
      if (called && gateways.name(other).equals(gateways.name(slot))) {
        leave(other);
        probe(other);
      }
    }
  }

  private static String twin(String gateway) {
    return "another URL leads to gateway '" + gateway + "', too";
  }

  private void probeLater(int slot) {
    dialer.later(
        PROBE_AFTER_MS,
        () -> {
          if (!closed) {
            probe(slot);
          }
        });
  }

  private void probe(int slot) {
    links.set(slot, dialer.probe(urls.get(slot), new Probe(slot)));
  }

  /**
   * Learns which gateway answers at a URL that is not used. A URL may lead elsewhere again, such as
   * to its own gateway after a name was pointed to another one meanwhile.
   */
  private final class Probe implements LinkListener {
    private final int slot;
    private boolean over;

    Probe(int slot) {
      this.slot = slot;
    }

    @Override
    public void up() {}

    @Override
    public void answers(AnswerBatch batch) {
      if (!over && !closed) {
        over = true;
        links.get(slot).close();
        probed(slot, batch.responder().name());
      }
    }

    @Override
    public void down(String reason) {
      if (!over && !closed) {
        fault(slot, reason); // the link connects again by itself
      }
    }
  }

  private void probed(int slot, String gateway) {
    if (gateways.isUp(gateway)) {
      fault(slot, twin(gateway));
      probeLater(slot);
    } else {
      LOG.info("{} calls: {} leads to gateway '{}' now", kind(), urls.get(slot), gateway);
      links.set(slot, called(slot));
    }
  }

  private void fault(int slot, String fault) {
    if (!fault.equals(faults[slot])) {
      faults[slot] = fault;
      changed.run();
    }
  }

  private Question.Kind kind() {
    return dialer.kind();
  }

  void ask(PendingCall call, String id, long nowNs) {
    core.ask(call, id, nowNs);
  }

  /** Takes into account what has arrived on the links; to be called before calls are asked. */
  void look(long nowNs) {
    for (int slot = 0; slot < links.size(); slot++) {
      if (isUp(slot)) {
        core.arrived(slot, links.get(slot).heardNs(), nowNs);
      }
    }
  }

  void tick(long nowNs) {
    look(nowNs);
    core.tick(nowNs);
  }

  int pending() {
    return core.pending();
  }

  boolean isUp(int slot) {
    return (gateways.up() & 1L << slot) != 0;
  }

  String name(int slot) {
    return gateways.name(slot);
  }

  /** Returns whether a gateway of this name is up, by whichever URL. */
  boolean isUp(String name) {
    return gateways.isUp(name);
  }

  /** Returns whether a gateway of this name is up by the URL of {@code slot}. */
  boolean isUpAt(int slot, String name) {
    return isUp(slot) && name(slot).equals(name);
  }

  /** Returns what is wrong with a gateway; empty if nothing is. */
  String fault(int slot) {
    return faults[slot];
  }

  @Override
  public boolean send(int slot, Call call) {
    return links.get(slot).offer(call) == OfferResult.TAKEN;
  }

  void cancel(PendingCall call) {
    core.cancel(call);
  }

  @Override
  public void cancel(int slot, String id) {
    var unused = links.get(slot).cancel(id);
  }

  @Override
  public void cancelled(PendingCall call) {
    counters.withdrawn();
  }

  @Override
  public void outcome(PendingCall call, Answer answer) {
    counters.outcome(answer.status());
    deliver(call, answer);
  }

  /** Runs the caller's code, whose failure must not keep other calls from their outcomes. */
  static void deliver(PendingCall call, Answer answer) {
    try {
      call.outcome.accept(answer);
    } catch (RuntimeException | Error e) {
      LOG.error("the caller's code failed at the outcome of call {}", answer.id(), e);
    }
  }

  @Override
  public void redundant() {
    counters.redundant();
  }

  @Override
  public String detail() {
    StringBuilder detail = new StringBuilder("; no gateway is up");
    for (int slot = 0; slot < faults.length; slot++) {
      if (!faults[slot].isEmpty()) {
        detail.append("; ").append(urls.get(slot)).append(": ").append(faults[slot]);
      }
    }
    return detail.toString();
  }

  /** Ends all calls, and closes the links. */
  void close() {
    closed = true;
    core.close();
    links.forEach(CallLink::close);
    for (int slot = 0; slot < faults.length; slot++) {
      gateways.down(slot);
      faults[slot] = "the client is closed";
    }
  }
}
