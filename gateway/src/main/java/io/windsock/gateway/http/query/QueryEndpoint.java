package io.windsock.gateway.http.query;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.gateway.Calls;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /v1/query/state/{key}} and {@code /v1/query/views/{view}}: answers within a deadline,
 * and none older than the client has seen. One event loop owns it.
 */
public final class QueryEndpoint {
  /** One: a client of HTTP asks one gateway, which is alone responsible for reissuing the call. */
  private static final int COPIES = 1;

  private final Calls calls;
  private final Callers callers;
  private final PendingIds pending;
  private final QueryReader reader;
  private final QueryReply reply;

  QueryEndpoint(
      Calls calls, Callers callers, PendingIds pending, QueryReader reader, QueryReply reply) {
    this.calls = calls;
    this.callers = callers;
    this.pending = pending;
    this.reader = reader;
    this.reply = reply;
  }

  /**
   * Returns the key in a target such as {@code /v1/query/state/{key}} that needs no decoding; null
   * for any other target.
   */
  public static @Nullable String plainKey(String uri) {
    return QueryReader.plainKey(uri);
  }

  /**
   * Answers a query for a key.
   *
   * @throws Refusal if it is invalid
   */
  public void state(Exchange exchange, HttpServerRequest request, String key) {
    ask(exchange, request, QueryReader.key(key));
  }

  /**
   * Answers a query for a view.
   *
   * @throws Refusal if it is invalid
   */
  public void view(Exchange exchange, HttpServerRequest request, String view, Target target) {
    ask(exchange, request, reader.view(view, target));
  }

  private void ask(Exchange exchange, HttpServerRequest request, Question question) {
    MultiMap headers = request.headers();
    QueryReader.requireJson(headers);
    int deadlineMs = reader.deadlineMs(headers);
    Token since = reader.since(headers);
    String given = QueryReader.requestId(headers);
    HttpCaller caller = callers.of(request.connection());
    String id = caller.nextId();
    Call call = new Call(id, question, deadlineMs, since, COPIES, List.of());
    if (given == null) {
      String shown = caller.name() + ':' + id;
      calls.ask(
          caller.name(), call, exchange.loop(), answer -> reply.send(exchange, shown, answer));
    } else {
      askOnce(exchange, caller, call, given);
    }
  }

  /** Asks for a query that its client has named, unless one of this name is pending. */
  private void askOnce(Exchange exchange, HttpCaller caller, Call call, String given) {
    pending.add(given, exchange);
    exchange.whenGone(v -> pending.remove(given, exchange));
    try {
      calls.ask(
          caller.name(),
          call,
          exchange.loop(),
          answer -> {
            pending.remove(given, exchange);
            reply.send(exchange, given, answer);
          });
    } catch (RuntimeException e) {
      pending.remove(given, exchange);
      throw e;
    }
  }

  /** Drops the calls of a connection that is closed. */
  public void disconnected(HttpConnection connection) {
    callers.left(connection);
  }
}
