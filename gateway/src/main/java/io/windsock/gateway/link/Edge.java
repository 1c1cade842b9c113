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

/**
 * Takes the calls of requesters' links, which have the same form as those to sites. Other gateways
 * connect, too, and get heartbeats. Owned by the core's loop.
 *
 * <p>A requester has one stream for each kind of calls. A new stream takes the place of an earlier
 * one of the same name and kind, whose connection is lost without this side having noticed.
 */
public final class Edge implements CallHandler {
  private final String name;
  private final String incarnation;
  private final CoreLoop core;
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
   */
  public Edge(String name, String incarnation, CoreLoop core, LinkMeters meters) {
    this.name = name;
    this.incarnation = incarnation;
    this.core = core;
    this.meters = meters;
  }

  /** Asks for no new calls from now on, and still takes those that come. */
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
    AnswerStream earlier = byName.put(key(stream), stream);
    if (earlier != null) {
      earlier.close("another stream of requester '" + caller + "' took its place");
    }
    streams.put(stream, new RequesterStream(stream, core, meters));
    meters.stream(1);
  }

  private static Key key(AnswerStream stream) {
    return new Key(stream.sender().name(), stream.kind());
  }

  @Override
  public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
    if (batch.calls().isEmpty()) {
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
