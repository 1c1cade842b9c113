package io.windsock.gateway.http.query;

/**
 * An HTTP connection as a caller of the gateway. Its event loop owns it.
 *
 * <p>A client's {@code Request-Id} is not the id of a call: clients may repeat one, and an answer
 * to an earlier call would then be taken for one to a later call.
 */
final class HttpCaller {
  private static final int RADIX = 36;

  private final String name;
  private long calls;

  HttpCaller(String name) {
    this.name = name;
  }

  /** Returns its name, unique among all callers of all gateways. */
  String name() {
    return name;
  }

  /** Returns the id of its next call, unique among its calls. */
  String nextId() {
    return Long.toString(calls++, RADIX);
  }
}
