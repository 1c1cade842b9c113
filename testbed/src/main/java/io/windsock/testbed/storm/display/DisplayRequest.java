package io.windsock.testbed.storm.display;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * What a display asks of which site: the site's address, resolved once, and the request's bytes.
 */
public final class DisplayRequest {
  private static final int DEFAULT_PORT = 80;

  private final InetSocketAddress site;
  private final ByteBuf bytes;

  /**
   * Makes the request for a stream of events.
   *
   * @param site base URL
   * @param target path and query
   */
  public DisplayRequest(URI site, String target) {
    this.site =
        new InetSocketAddress(site.getHost(), site.getPort() < 0 ? DEFAULT_PORT : site.getPort());
    String text =
        "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\n\r\n"
            .formatted(target, site.getRawAuthority());
    bytes = Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
  }

  InetSocketAddress site() {
    return site;
  }

  /** Returns the request, to be written once. */
  ByteBuf bytes() {
    return bytes.duplicate();
  }
}
