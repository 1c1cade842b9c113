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

  void add(Pending call) {
    byId.put(call.wireId, call);
    call.requester.add(call);
    watermark(call.call.question().kind()).entered();
  }

  /** Removes a call, which has its outcome. */
  void remove(Pending call) {
    byId.remove(call.wireId);
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
