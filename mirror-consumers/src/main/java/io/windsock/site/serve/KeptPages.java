package io.windsock.site.serve;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages kept in memory, up to a bound. Owned by one thread. */
public final class KeptPages implements PageSink {
  private final int bound;
  private final List<Buffer> pages = new ArrayList<>();
  private @Nullable SitePosition at;
  private int size;

  /** Creates an empty collection of at most {@code bound} bytes. */
  public KeptPages(int bound) {
    this.bound = bound;
  }

  @Override
  public void begin(SitePosition position) {
    at = position;
  }

  @Override
  public boolean page(Buffer page) {
    pages.add(page);
    size += page.length();
    return size <= bound;
  }

  /** Whether the pages exceeded the bound. */
  public boolean tooMuch() {
    return size > bound;
  }

  /** The bytes of the pages. */
  public int size() {
    return size;
  }

  /** The position of the pages. */
  public SitePosition at() {
    if (at == null) {
      throw new IllegalStateException("nothing was read");
    }
    return at;
  }

  /** The pages. */
  public List<Buffer> pages() {
    return pages;
  }

  /** The concatenated pages. */
  public byte[] joined() {
    byte[] body = new byte[size];
    int to = 0;
    for (Buffer page : pages) {
      page.getBytes(body, to);
      to += page.length();
    }
    return body;
  }
}
