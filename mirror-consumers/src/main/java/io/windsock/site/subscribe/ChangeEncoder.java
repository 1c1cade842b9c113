package io.windsock.site.subscribe;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.position.Token;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.site.event.SseText;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.PageSink;
import io.windsock.site.serve.RowWriter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.state.SiteSnapshot;
import java.nio.charset.StandardCharsets;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Encodes, from a snapshot, the content that a client needs before updates: the row of a key, or
 * the changes since a token. Runs on worker threads.
 */
public final class ChangeEncoder {
  /** The approximate length of a page, which ends with the event that exceeds this. */
  static final int PAGE_BYTES = 32 << 10;

  /**
   * The number of view rows that cost as much as one change. View rows are encoded once for all
   * clients, while a change is read and encoded for one.
   */
  static final int ROWS_PER_CHANGE = 2;

  private final ServedSite site;

  public ChangeEncoder(ServedSite site) {
    this.site = site;
  }

  /** Writes the row of one key as {@code rows}, with one item or none. */
  public void row(Filter filter, RowWriter writer, PageSink sink) {
    ByteSink page = new ByteSink();
    try (SiteSnapshot snapshot = site.snapshot()) {
      sink.begin(new SitePosition(snapshot.batch(), snapshot.token()));
      byte[] framed = ofKey(filter, snapshot);
      page.add("event: rows\ndata: {\"rows\":[");
      if (framed != null) {
        writer.item(page, view(filter), key(filter), writer.decode(framed));
      }
      page.add("]}\n\n");
    }
    sink.page(page.buffer());
  }

  /**
   * Writes the changes since {@code token}, each key once: an update if it matches the filter,
   * otherwise a removal.
   *
   * @param orRows whether the view's rows may be sent instead if they cost less
   * @return the position reached: the one passed to the sink or, if the sink stopped, a token from
   *     which to continue; null, with nothing passed to the sink, if the rows cost less
   */
  @Nullable Token changes(
      Filter filter, Token token, boolean orRows, RowWriter writer, PageSink sink) {
    Pages pages = new Pages(filter, view(filter), writer, sink);
    Token reached;
    try (SiteSnapshot snapshot = site.snapshot()) {
      if (orRows && rowsCostLess(snapshot, filter, token)) {
        return null;
      }
      sink.begin(new SitePosition(snapshot.batch(), snapshot.token()));
      reached = snapshot.token();
      if (filter.key() == null) {
        reached = snapshot.changedSince(token, pages::change);
      } else {
        byte[] framed = ofKey(filter, snapshot);
        if (framed != null) {
          pages.change(utf8(key(filter)), framed);
        }
      }
    }
    pages.end();
    return reached;
  }

  private boolean rowsCostLess(SiteSnapshot snapshot, Filter filter, Token token) {
    return filter.key() == null
        && snapshot.changesExceed(token, view(filter).name(), filter.group(), ROWS_PER_CHANGE);
  }

  private ViewDefinition view(Filter filter) {
    return site.definition().views().get(filter.view());
  }

  private static byte @Nullable [] ofKey(Filter filter, SiteSnapshot snapshot) {
    return snapshot.state(utf8(key(filter)));
  }

  private static String key(Filter filter) {
    String key = filter.key();
    if (key == null) {
      throw new IllegalArgumentException("a filter without a key: " + filter);
    }
    return key;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Collects changes into pages. */
  private static final class Pages {
    private final Filter filter;
    private final ViewDefinition view;
    private final RowWriter writer;
    private final PageSink sink;
    private final ByteSink page = new ByteSink();
    private boolean wanted = true;

    Pages(Filter filter, ViewDefinition view, RowWriter writer, PageSink sink) {
      this.filter = filter;
      this.view = view;
      this.writer = writer;
      this.sink = sink;
    }

    boolean change(byte[] keyBytes, byte[] framed) {
      String key = new String(keyBytes, StandardCharsets.UTF_8);
      GenericRecord state = writer.decode(framed);
      if (filter.key() != null || filter.group().equals(view.group(state))) {
        SseText.update(page);
        writer.item(page, view, key, state);
      } else {
        SseText.remove(page);
        writer.removal(page, key, writer.version(state));
      }
      page.write('\n');
      page.write('\n');
      return page.size() < PAGE_BYTES || flush();
    }

    private boolean flush() {
      Buffer full = page.buffer();
      page.truncate(0);
      wanted = sink.page(full);
      return wanted;
    }

    void end() {
      if (wanted && page.size() > 0) {
        flush();
      }
    }
  }
}
