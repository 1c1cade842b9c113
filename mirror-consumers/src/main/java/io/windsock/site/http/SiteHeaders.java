package io.windsock.site.http;

import io.netty.util.AsciiString;

/** The headers that a site's answers have beside HTTP's own. */
final class SiteHeaders {
  /** The position of an answer's state. */
  static final AsciiString TOKEN = new AsciiString("Windsock-Token");

  /** Of an answer that may be out of date: how old it may be, in whole seconds. */
  static final AsciiString STALE = new AsciiString("Windsock-Stale");

  private SiteHeaders() {}
}
