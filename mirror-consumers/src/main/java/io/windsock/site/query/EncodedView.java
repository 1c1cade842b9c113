package io.windsock.site.query;

import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import io.windsock.platform.http.message.EntityTag;
import io.windsock.site.serve.SitePosition;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One view encoded in one form at one position. Immutable; shared by all clients.
 *
 * @param at the position of the encoded state
 * @param pages the pages of an SSE stream, none for a view without rows; or one document
 * @param contentType the media type of a document
 * @param gzip whether a document is compressed
 * @param etag a strong validator of a document: a hash of the bytes
 * @param bytes the total size
 */
public record EncodedView(
    SitePosition at,
    List<Buffer> pages,
    AsciiString contentType,
    boolean gzip,
    AsciiString etag,
    int bytes) {
  /** The approximate cost of keeping a view in addition to its bytes. */
  static final int OVERHEAD_BYTES = 512;

  /** Creates a document. */
  static EncodedView document(SitePosition at, byte[] body, ViewForm form) {
    AsciiString etag = new AsciiString(EntityTag.of(body));
    return of(at, List.of(Buffer.buffer(body)), form, etag);
  }

  /** Creates the pages of an SSE stream. */
  static EncodedView pages(SitePosition at, List<Buffer> pages) {
    return of(at, List.copyOf(pages), ViewForm.SSE, AsciiString.EMPTY_STRING);
  }

  private static EncodedView of(
      SitePosition at, List<Buffer> pages, ViewForm form, AsciiString etag) {
    AsciiString type = new AsciiString(form.type().text());
    int bytes = pages.stream().mapToInt(Buffer::length).sum();
    return new EncodedView(at, pages, type, form.gzip(), etag, bytes);
  }

  /** A document's bytes. */
  public Buffer body() {
    return pages.get(0);
  }

  /** A document's bytes, without copying them. They must not be changed. */
  public ByteBuffer bodyBytes() {
    return ((BufferInternal) body()).getByteBuf().nioBuffer();
  }
}
