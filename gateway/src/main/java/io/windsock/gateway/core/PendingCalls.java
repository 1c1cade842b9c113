package io.windsock.gateway.core;

import io.windsock.contracts.query.Question.Kind;
import io.windsock.gateway.core.load.Watermark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls without an outcome, by their id between gateways and sites. Bounded by the high
 * watermarks. Owned by the core's thread. Not final, so that tests can put in a faulty one.
 */
class PendingCalls {
  private final Map<String, Pending> byId = new HashMap<>();

  /** By their callers' names and ids, those that have an id of this gateway's own. */
  private final Map<String, Pending> renamed = new HashMap<>();

  private final Watermark keys;
  private final Watermark views;

  PendingCalls(Watermark keys, Watermark views) {
    this.keys = keys;
    this.views = views;
  }

  Watermark watermark(Kind kind) {
    return kind == Kind.KEY ? keys : views;
  }

  @Nullable Pending get(String wireId) {
    return byId.get(wireId);
  }

  /**
   * Returns the pending call of a caller.
   *
   * @param id the caller's name, a colon and the caller's id
   */
  @Nullable Pending ofCaller(String id) {
    Pending call = get(id);
    return call == null && !renamed.isEmpty() ? renamed.get(id) : call;
  }

  void add(Pending call) {
    byId.put(call.wireId, call);
    if (WireIds.isOwn(call.wireId)) {
      renamed.put(call.requester.named(call.call.id()), call);
    }
    call.requester.add(call);
    watermark(call.call.question().kind()).entered();
  }

  /** Removes a call, which has its outcome. */
  void remove(Pending call) {
    byId.remove(call.wireId);
    if (WireIds.isOwn(call.wireId)) {
      renamed.remove(call.requester.named(call.call.id()));
    }
    call.requester.remove(call);
    watermark(call.call.question().kind()).left();
  }

  /** Returns a copy, for loops that remove calls. */
  List<Pending> all() {
    return List.copyOf(byId.values());
  }

  int size() {
    return byId.size();
  }
}
