package io.windsock.gateway.link;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.gateway.core.answer.CallCheck;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.platform.link.AnswerStream;
import io.windsock.platform.link.CallHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The links of requesters, whose calls it takes. They have the same form as links to sites. Other
 * gateways connect, too, and get heartbeats. Owned by the core's loop.
 *
 * <p>A requester has one stream for each kind of calls, because its name precedes its calls' ids. A
 * new stream of the same run replaces the earlier one, whose connection was lost unnoticed. A
 * stream of another run, a second process with that name, is refused while the first one sends;
 * otherwise each would end the other's stream in turn.
 */
public final class RequesterLinks implements CallHandler {
  /**
   * After this silence, of three heartbeats of a requester, a run gives way to another one. A run
   * that only pauses, as for a collection of garbage, must keep its name.
   */
  private static final long GONE_NS = TimeUnit.SECONDS.toNanos(3);

  private final String name;
  private final String incarnation;
  private final CoreLoop core;
  private final LongSupplier clock;
  private final LinkMeters meters;
  private final Map<AnswerStream, RequesterStream> streams = new HashMap<>();
  private final Map<Key, AnswerStream> byName = new HashMap<>();
  private boolean draining;
  private boolean stopped;

  private record Key(String name, Question.Kind kind) {}

  /**
   * Creates an edge.
   *
   * @param name the gateway's name
   * @param incarnation this run of it
   * @param clock as {@link System#nanoTime}
   */
  public RequesterLinks(
      String name, String incarnation, CoreLoop core, LongSupplier clock, LinkMeters meters) {
    this.name = name;
    this.incarnation = incarnation;
    this.core = core;
    this.clock = clock;
    this.meters = meters;
  }

  /** Asks for no new calls from now on, and still takes those that arrive. */
  public void drain() {
    draining = true;
  }

  /** Says that it is not ready from now on. */
  public void stop() {
    stopped = true;
  }

  @Override
  public Responder condition() {
    return new Responder(
        name,
        incarnation,
        core.isOpen() && !stopped,
        draining,
        core.pending(Question.Kind.KEY),
        core.pending(Question.Kind.VIEW));
  }

  @Override
  public void opened(AnswerStream stream) {
    if (stream.sender().gateway()) {
      return;
    }
    String caller = stream.sender().name();
    if (caller.isEmpty() || !CallCheck.isCaller(caller)) {
      stream.close(
          "the sender's name must be 1 to "
              + Call.MAX_CALLER_CHARS
              + " letters, digits, dots, dashes or underscores");
      return;
    }
    if (isUsed(stream)) {
      stream.close(
          "the name '"
              + caller
              + "' is used by another process: give each requester a name of its own");
      return;
    }
    takePlace(stream);
    byName.put(key(stream), stream);
    streams.put(stream, new RequesterStream(caller, stream::send, core, meters));
    meters.stream(1);
  }

  /** Returns whether another process than that of {@code stream} uses its name. */
  private boolean isUsed(AnswerStream stream) {
    long nowNs = clock.getAsLong();
    for (Question.Kind kind : Question.Kind.values()) {
      AnswerStream earlier = byName.get(new Key(stream.sender().name(), kind));
      if (earlier != null
          && isOfAnotherRun(earlier, stream)
          && nowNs - earlier.heardNs() < GONE_NS) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfAnotherRun(AnswerStream earlier, AnswerStream stream) {
    return !earlier.sender().incarnation().equals(stream.sender().incarnation());
  }

  /** Ends the stream of the same kind, and those of an earlier run. */
  private void takePlace(AnswerStream stream) {
    String caller = stream.sender().name();
    for (Question.Kind kind : Question.Kind.values()) {
      AnswerStream earlier = byName.get(new Key(caller, kind));
      if (earlier != null && (kind == stream.kind() || isOfAnotherRun(earlier, stream))) {
        earlier.close("another stream of requester '" + caller + "' took its place");
      }
    }
  }

  private static Key key(AnswerStream stream) {
    return new Key(stream.sender().name(), stream.kind());
  }

  @Override
  public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
    if (batch.calls().isEmpty() && batch.cancels().isEmpty()) {
      return;
    }
    RequesterStream from = streams.get(stream);
    if (from != null) {
      from.calls(batch);
    } else {
      stream.close("a gateway sends no calls to gateways");
    }
  }

  @Override
  public void closed(AnswerStream stream) {
    RequesterStream ended = streams.remove(stream);
    if (ended != null) {
      byName.remove(key(stream), stream);
      ended.closed();
      meters.stream(-1);
    }
  }
}
