package io.windsock.system;

import io.windsock.contracts.position.Token;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request that a gateway's HTTP port must refuse.
 *
 * @param name what is wrong with it
 * @param text all of it, as sent
 * @param status what it is refused with
 * @param says what the refusal says, in part
 */
record BadRequest(String name, String text, int status, String says) {
  private static final String HOST = "Host: localhost\r\n";
  private static final String STATE = "/v1/query/state/08001234567";
  private static final String JSON = "Content-Type: application/json\r\n";

  @Override
  public String toString() {
    return name;
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static BadRequest get(
      String name, String target, String headers, int status, String says) {
    return new BadRequest(
        name, "GET " + target + " HTTP/1.1\r\n" + HOST + headers + "\r\n", status, says);
  }

  private static BadRequest post(
      String name, String target, String headers, String body, int status, String says) {
    int bytes = body.getBytes(StandardCharsets.UTF_8).length;
    String head = "POST " + target + " HTTP/1.1\r\n" + HOST + headers;
    return new BadRequest(
        name, head + "Content-Length: " + bytes + "\r\n\r\n" + body, status, says);
  }

  /** Returns all of them, with the status that docs/http-api.md states. */
  static List<BadRequest> all() {
    List<BadRequest> all = new ArrayList<>();
    all.addAll(unknown());
    all.addAll(deadlines());
    all.addAll(ids());
    all.addAll(updates());
    all.addAll(forms());
    return all;
  }

  private static List<BadRequest> unknown() {
    return List.of(
        get("unknown key", "/v1/query/state/nobody", "Deadline-Ms: 2000\r\n", 404, "nobody"),
        get("unknown view", "/v1/query/views/nothing", "", 404, "the views are"),
        get("view without its parameter", "/v1/query/views/subscriber", "", 400, "needs"),
        get("unknown parameter", "/v1/query/views/in-service?x=1", "", 400, "unknown query"),
        get("no limit", "/v1/query/views/in-service?limit=0", "", 400, "limit '0'"),
        get("unknown path", "/v1/nothing", "", 404, "there is nothing at"),
        get("no key", "/v1/query/state/", "", 404, ""),
        get("key too long", "/v1/query/state/" + "k".repeat(1_025), "", 400, "1024 bytes"),
        get("broken escape", "/v1/query/state/%zz", "", 400, ""),
        get("unknown key, passed through", "/v1/state/nobody", "", 404, ""),
        get("unknown view, passed through", "/v1/views/nothing", "", 404, ""),
        get("drain by GET", "/v1/sites/m1/drain", "", 405, "has no method"),
        post("unknown stream", "/v1/updates/nothing", JSON, "{}", 404, "the streams are"),
        post("drain of an unknown site", "/v1/sites/nobody/drain", "", "", 404, "nobody"));
  }

  private static List<BadRequest> deadlines() {
    return List.of("0", "-1", "36000000", "60001", "9".repeat(40), "ten", "1.5", "1e3", "0x10")
        .stream()
        .map(ms -> get("deadline " + ms, STATE, "Deadline-Ms: " + ms + "\r\n", 400, "Deadline-Ms"))
        .toList();
  }

  private static List<BadRequest> ids() {
    String other = new Token(-1, new long[] {0, 0}).toString();
    return List.of(
        get("id with a blank", STATE, "Request-Id: a b\r\n", 400, "Request-Id"),
        get("id with a slash", STATE, "Request-Id: a/b\r\n", 400, "Request-Id"),
        get("long id", STATE, "Request-Id: " + "x".repeat(65) + "\r\n", 400, "1 to 64"),
        get("two ids", STATE, "Request-Id: a\r\nRequest-Id: b\r\n", 400, "2 headers"),
        get("no position", STATE, "Windsock-Token: !\r\n", 400, "is not a token"),
        get(
            "position of another topic",
            STATE,
            "Windsock-Token: " + other + "\r\nDeadline-Ms: 2000\r\n",
            503,
            "is of another topic"));
  }

  private static List<BadRequest> updates() {
    String path = "/v1/updates/services";
    String update = "{\"id\": \"%s\", \"key\": \"%s\", \"type\": \"%s\", \"event\": %s}";
    String valid = update.formatted("u1", "k", "ServiceBusy", "{}");
    String many = ("," + valid).repeat(1_001).substring(1);
    String chunk = "x".repeat(1 << 16);
    String chunked = ("10000\r\n" + chunk + "\r\n").repeat(17);
    return List.of(
        post("text", path, "Content-Type: text/plain\r\n", valid, 415, "application/json"),
        post("no JSON", path, JSON, "{", 400, "not JSON"),
        post("a list", path, JSON, "[]", 400, "not a JSON object"),
        post("a field twice", path, JSON, "{\"id\":\"a\",\"id\":\"b\"}", 400, "not JSON"),
        post("an update without anything", path, JSON, "{}", 400, "update.key"),
        post("unknown type", path, JSON, update.formatted("u1", "k", "Nothing", "{}"), 400, "type"),
        post(
            "malformed id",
            path,
            JSON,
            update.formatted("a b", "k", "ServiceBusy", "{}"),
            400,
            "update.id"),
        post(
            "no key",
            path,
            JSON,
            update.formatted("u1", "", "ServiceBusy", "{}"),
            400,
            "update.key"),
        post(
            "unknown field of an event",
            path,
            JSON,
            update.formatted("u1", "k", "ServiceBusy", "{\"x\": 1}"),
            400,
            "update.event"),
        post(
            "an id twice",
            path,
            JSON,
            "{\"updates\": [" + valid + "," + valid + "]}",
            400,
            "as that of an earlier update"),
        post("too many updates", path, JSON, "{\"updates\": [" + many + "]}", 400, "1 to 1000"),
        new BadRequest(
            "too long a body",
            "POST "
                + path
                + " HTTP/1.1\r\n"
                + HOST
                + JSON
                + "Content-Length: "
                + ((1 << 20) + 1)
                + "\r\n\r\n",
            413,
            "longer than 1048576"),
        new BadRequest(
            "too long a body in chunks",
            "POST "
                + path
                + " HTTP/1.1\r\n"
                + HOST
                + JSON
                + "Transfer-Encoding: chunked\r\n\r\n"
                + chunked
                + "0\r\n\r\n",
            413,
            "longer than 1048576"),
        post(
            "a page of another origin",
            path,
            JSON + "Origin: http://evil.example\r\n",
            valid,
            403,
            ""));
  }

  private static List<BadRequest> forms() {
    return List.of(
        new BadRequest("bytes of TLS", "\u0016\u0003\u0001 hello\r\n\r\n", 400, "not an HTTP"),
        new BadRequest("no request", "hello\r\n\r\n", 400, "not an HTTP"),
        new BadRequest(
            "another host",
            "GET " + STATE + " HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            421,
            "evil.example"),
        new BadRequest("no host", "GET " + STATE + " HTTP/1.1\r\n\r\n", 400, ""),
        get("a body", STATE, "Content-Length: 5\r\n", 400, "has a body"),
        get("a negative length", STATE, "Content-Length: -5\r\n", 400, ""),
        get("another form", STATE, "Accept: application/avro\r\n", 406, "JSON"),
        get("a long target", "/" + "k".repeat(9_000), "", 414, "8192 bytes"),
        get("long headers", STATE, "X: " + "x".repeat(17_000) + "\r\n", 431, "16384 bytes"),
        new BadRequest(
            "an unknown method",
            "BREW " + STATE + " HTTP/1.1\r\n" + HOST + "\r\n",
            405,
            "has no method"));
  }
}
