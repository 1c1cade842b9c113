package io.windsock.site.query;

import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.message.EntityTag;
import io.windsock.site.serve.SitePosition;
import java.util.List;

/** One view encoded in one form at one position. Immutable; shared by all clients. */
public final class EncodedView {
  /** The approximate cost of keeping a view in addition to its bytes. */
  static final int OVERHEAD_BYTES = 512;

  private final SitePosition at;
  private final List<Buffer> pages;
  private final AsciiString contentType;
  private final boolean gzip;
  private final AsciiString etag;
  private final int bytes;

  private EncodedView(SitePosition at, List<Buffer> pages, ViewForm form, AsciiString etag) {
    this.at = at;
    this.pages = pages;
    contentType = new AsciiString(form.type().text());
    gzip = form.gzip();
    this.etag = etag;
    int total = 0;
    for (Buffer page : pages) {
      total += page.length();
    }
    bytes = total;
  }

  /** Creates a document. */
  static EncodedView document(SitePosition at, byte[] body, ViewForm form) {
    return new EncodedView(
        at, List.of(Buffer.buffer(body)), form, new AsciiString(EntityTag.of(body)));
  }

  /** Creates the pages of an SSE stream. */
  static EncodedView pages(SitePosition at, List<Buffer> pages) {
    return new EncodedView(at, List.copyOf(pages), ViewForm.SSE, AsciiString.EMPTY_STRING);
  }

  /** The position of the encoded state. */
  public SitePosition at() {
    return at;
  }

  /** The pages of an SSE stream; none for a view without rows. */
  public List<Buffer> pages() {
    return pages;
  }

  /** A document's bytes. */
  public Buffer body() {
    return pages.get(0);
  }

  public AsciiString contentType() {
    return contentType;
  }

  public boolean gzip() {
    return gzip;
  }

  /** A strong validator: a hash of the bytes. */
  public AsciiString etag() {
    return etag;
  }

  int bytes() {
    return bytes;
  }
}
