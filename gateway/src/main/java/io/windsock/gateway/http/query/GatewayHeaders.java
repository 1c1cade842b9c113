package io.windsock.gateway.http.query;

import io.netty.util.AsciiString;
import io.windsock.gateway.http.pass.PassThrough;
import java.util.List;

/** The HTTP headers of a gateway. */
public final class GatewayHeaders {
  /** The time within which a query is to be answered, ms. */
  static final AsciiString DEADLINE = new AsciiString("Deadline-Ms");

  /** What the client calls a query. */
  static final AsciiString REQUEST_ID = new AsciiString("Request-Id");

  /**
   * In an answer, the position of the state that it shows; in a query, the newest one that the
   * client has seen.
   */
  static final AsciiString TOKEN = new AsciiString("Windsock-Token");

  /** The headers that pages of other origins may read. */
  public static final List<String> EXPOSED =
      List.of(
          TOKEN.toString(),
          REQUEST_ID.toString(),
          PassThrough.siteHeader().toString(),
          "Windsock-Stale",
          "ETag",
          "Retry-After");

  private GatewayHeaders() {}
}
