package io.windsock.gateway.http.query;

import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads queries from requests. One event loop owns it. */
final class QueryReader {
  /** The path of a query for a key, up to the key. */
  static final String STATE_PATH = "/v1/query/state/";

  private static final String LIMIT = "limit";
  private static final int NOT_ACCEPTABLE = 406;
  private static final int MAX_DEADLINE_DIGITS = 5;

  /** The most bytes of a char in UTF-8. */
  private static final int MAX_UTF8_BYTES = 3;

  private final ViewNames views;
  private final int deadlineMs;

  /** The position read last, and its text; many queries carry the same. */
  private String sinceText = "";

  private @Nullable Token since;

  /**
   * Creates a reader.
   *
   * @param deadlineMs the deadline of a query that names none
   */
  QueryReader(ViewNames views, int deadlineMs) {
    this.views = views;
    this.deadlineMs = deadlineMs;
  }

  /**
   * Returns the key in a target such as {@code /v1/query/state/{key}} that needs no decoding; null
   * for any other target.
   */
  static @Nullable String plainKey(String uri) {
    int from = STATE_PATH.length();
    if (uri.length() == from || !uri.startsWith(STATE_PATH)) {
      return null;
    }
    for (int i = from; i < uri.length(); i++) {
      char c = uri.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '%' || c == '/' || c == '?' || c == '#') {
        return null;
      }
    }
    return uri.substring(from);
  }

  /**
   * Returns the question for the state of a key.
   *
   * @throws Refusal if the key is too long for a call
   */
  static Question key(String key) {
    requireShort("the key", key);
    return new Question.OfKey(key);
  }

  /**
   * Returns the question for the rows of a view.
   *
   * @param target may have the view's parameter, and {@code limit}
   * @throws Refusal if the view is unknown, the target has another parameter, or a value is invalid
   */
  Question view(String name, Target target) {
    String parameter = views.parameter(name);
    target.allow(parameter.isEmpty() ? Set.of(LIMIT) : Set.of(LIMIT, parameter));
    String group = parameter.isEmpty() ? null : target.parameter(parameter);
    if (group == null && !parameter.isEmpty()) {
      throw Refusal.bad(
          "the view " + Refusal.shown(name) + " needs the parameter '" + parameter + "'",
          "add " + parameter + "=…");
    }
    if (group != null) {
      requireShort(parameter, group);
    }
    return new Question.OfView(name, group == null ? "" : group, limit(target.parameter(LIMIT)));
  }

  private static int limit(@Nullable String text) {
    if (text == null) {
      return Integer.MAX_VALUE;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit < Integer.MAX_VALUE) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // falls through to the refusal, which shows the value
    }
    throw Refusal.bad(
        "limit " + Refusal.shown(text) + " is out of bounds", "use a whole number from 1 on");
  }

  private static void requireShort(String name, String value) {
    if (value.length() * MAX_UTF8_BYTES > BatchBounds.MAX_TEXT_BYTES
        && value.getBytes(StandardCharsets.UTF_8).length > BatchBounds.MAX_TEXT_BYTES) {
      throw Refusal.bad(
          name
              + " "
              + Refusal.shown(value)
              + " is longer than "
              + BatchBounds.MAX_TEXT_BYTES
              + " bytes",
          "no state has one that long");
    }
  }

  /**
   * Checks that a client takes JSON.
   *
   * @throws Refusal if it does not
   */
  static void requireJson(MultiMap headers) {
    String accept = headers.get(HttpHeaders.ACCEPT);
    if (accept != null
        && !accept.equals("*/*")
        && !MediaType.accepts(accept, MediaType.JSON.text())) {
      throw Refusal.of(
          NOT_ACCEPTABLE,
          "queries are answered in JSON",
          "accept application/json, or GET the path without /query for Avro");
    }
  }

  /**
   * Returns the time within which a query is to be answered, ms.
   *
   * @throws Refusal if the header is not a number from 1 to {@link Call#MAX_DEADLINE_MS}
   */
  int deadlineMs(MultiMap headers) {
    String text = single(headers, GatewayHeaders.DEADLINE);
    if (text == null) {
      return deadlineMs;
    }
    int deadline = number(text);
    if (deadline < 1 || deadline > Call.MAX_DEADLINE_MS) {
      throw Refusal.bad(
          GatewayHeaders.DEADLINE + " " + Refusal.shown(text) + " is not a deadline",
          "use a whole number of ms from 1 to " + Call.MAX_DEADLINE_MS + ", or leave it out");
    }
    return deadline;
  }

  /** Returns the value of digits; -1 for any other text. */
  private static int number(String text) {
    if (text.isEmpty() || text.length() > MAX_DEADLINE_DIGITS) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /**
   * Returns what the client calls its query; null if it gives it no name.
   *
   * @throws Refusal if the id is invalid
   */
  static @Nullable String requestId(MultiMap headers) {
    String id = single(headers, GatewayHeaders.REQUEST_ID);
    if (id != null && (id.length() > Call.MAX_ID_CHARS || !BatchBounds.isId(id))) {
      throw Refusal.bad(
          GatewayHeaders.REQUEST_ID + " " + Refusal.shown(id) + " is not an id",
          "use 1 to "
              + Call.MAX_ID_CHARS
              + " letters, digits, dots, dashes, underscores or colons, or leave it out");
    }
    return id;
  }

  /**
   * Returns the newest position that the client has seen; null if it names none.
   *
   * @throws Refusal if the header is not a token
   */
  @Nullable Token since(MultiMap headers) {
    String text = single(headers, GatewayHeaders.TOKEN);
    if (text == null) {
      return null;
    }
    if (since == null || !text.equals(sinceText)) {
      since = token(text);
      sinceText = text;
    }
    return since;
  }

  private static Token token(String text) {
    try {
      return Token.parse(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.bad(
          Refusal.shown(text) + " is not a token",
          "send " + GatewayHeaders.TOKEN + " as an answer has it");
    }
  }

  /** Returns the value of a header that may be given once; null if it is absent. */
  private static @Nullable String single(MultiMap headers, AsciiString name) {
    String value = headers.get(name);
    if (value == null) {
      return null;
    }
    List<String> all = headers.getAll(name);
    if (all.size() > 1) {
      throw Refusal.bad("the request has " + all.size() + " headers " + name, "send one");
    }
    return value;
  }
}
