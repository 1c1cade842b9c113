package io.windsock.link.transport;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** The name of the service on the wire, and how often each side shows that it is alive. */
final class LineNames {
  /** The method; its version changes with the messages. */
  static final String PATH = "/windsock.v1.SiteLink/Copy";

  /** The trailer with the code that proves status and reason. */
  static final String CODE = "windsock-code";

  /** How often each side sends a message when it has none, ms. */
  static final long ALIVE_MS = 1_000;

  /** A peer that sends nothing for so long is lost, ms. */
  static final int SILENT_MS = 10_000;

  /** The data that a peer may send before this side has taken it: 4 MiB. */
  static final int WINDOW_BYTES = 4 << 20;

  /** The longest HTTP/2 frame accepted: 256 KiB. */
  static final int HTTP_FRAME_BYTES = 256 << 10;

  private LineNames() {}

  /** Returns a status message as it was before it was escaped for gRPC. */
  static String unescaped(String message) {
    try {
      return URLDecoder.decode(message.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // a peer that does not escape
      return message;
    }
  }
}
