package io.windsock.site.query;

import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.message.EntityTag;
import io.windsock.site.serve.SitePosition;
import java.util.List;

/** One view's bytes at one position, in one form. Immutable; shared by everyone who asks. */
public final class EncodedView {
  /** What keeping one costs beside its bytes, about. */
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

  /** A document. */
  static EncodedView document(SitePosition at, byte[] body, ViewForm form) {
    return new EncodedView(
        at, List.of(Buffer.buffer(body)), form, new AsciiString(EntityTag.of(body)));
  }

  /** Pages of an SSE stream. */
  static EncodedView pages(SitePosition at, List<Buffer> pages) {
    return new EncodedView(at, List.copyOf(pages), ViewForm.SSE, AsciiString.EMPTY_STRING);
  }

  /** The position whose state this is. */
  public SitePosition at() {
    return at;
  }

  /** The pages of an SSE stream, none for a view without rows. */
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

  /** A strong validator: a hash of these very bytes. */
  public AsciiString etag() {
    return etag;
  }

  int bytes() {
    return bytes;
  }
}
