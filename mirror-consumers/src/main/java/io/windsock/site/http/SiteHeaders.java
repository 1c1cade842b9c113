package io.windsock.site.http;

import io.netty.util.AsciiString;

/** The HTTP headers specific to a site. */
final class SiteHeaders {
  /** The position of the state in the answer. */
  static final AsciiString TOKEN = new AsciiString("Windsock-Token");

  /** The greatest possible age of an answer that may be out of date, in whole seconds. */
  static final AsciiString STALE = new AsciiString("Windsock-Stale");

  private SiteHeaders() {}
}
