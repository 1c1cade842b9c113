package io.windsock.site.query;

import io.windsock.ede.view.ViewDefinition;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.site.serve.PageSink;
import io.windsock.site.serve.RowWriter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.state.SiteSnapshot;
import java.nio.charset.StandardCharsets;
import org.apache.avro.generic.GenericRecord;

/**
 * Encodes views from a snapshot, in pages. Runs on worker threads, each with its own {@link
 * RowWriter}.
 *
 * <pre>
 *  JSON  {"view":"arrivals","group":"EGLL","rows":[{"key":…,"version":…,"row":{…}},…]}
 *  AVRO  for each row a record {"key": string, "state": bytes}, the state framed
 *  SSE   event: rows, data: {"rows":[…]}, for each page
 * </pre>
 */
final class ViewEncoder {
  /** The approximate length of a page, which ends with the row that exceeds this. */
  static final int PAGE_BYTES = 32 << 10;

  private final ServedSite site;

  ViewEncoder(ServedSite site) {
    this.site = site;
  }

  /** Encodes the first {@code limit} rows into {@code sink} until it stops. */
  void encode(ViewGroup group, int limit, ViewForm form, RowWriter writer, PageSink sink) {
    ViewDefinition view = site.definition().views().get(group.view());
    Pages pages = new Pages(group, view, form, writer, sink);
    try (SiteSnapshot snapshot = site.snapshot()) {
      sink.begin(new SitePosition(snapshot.batch(), snapshot.token()));
      int[] left = {limit};
      snapshot.view(
          view.name(), group.group(), (key, state) -> pages.row(key, state) && --left[0] > 0);
    }
    pages.end();
  }

  /** Collects rows into pages. */
  private static final class Pages {
    private final ViewDefinition view;
    private final ViewForm form;
    private final RowWriter writer;
    private final PageSink sink;
    private final ByteSink page = new ByteSink();
    private int rowsOfPage;
    private boolean wanted = true;

    Pages(ViewGroup group, ViewDefinition view, ViewForm form, RowWriter writer, PageSink sink) {
      this.view = view;
      this.form = form;
      this.writer = writer;
      this.sink = sink;
      if (form == ViewForm.JSON) {
        page.add("{\"view\":");
        writer.text(page, view.name());
        if (view.parameter() != null) {
          page.add(",\"group\":");
          writer.text(page, group.group());
        }
        page.add(",\"rows\":[");
      }
    }

    boolean row(byte[] key, byte[] state) {
      if (form == ViewForm.AVRO) {
        avro(key);
        avro(state);
      } else {
        json(key, state);
      }
      rowsOfPage++;
      return page.size() < PAGE_BYTES || flush();
    }

    private void json(byte[] key, byte[] framed) {
      GenericRecord state = writer.decode(framed);
      if (rowsOfPage > 0) {
        page.write(',');
      } else if (form == ViewForm.SSE) {
        page.add("event: rows\ndata: {\"rows\":[");
      }
      writer.item(page, view, new String(key, StandardCharsets.UTF_8), state);
    }

    /** Avro's encoding of a string or of bytes: the length as a zigzag varint, then the bytes. */
    private void avro(byte[] bytes) {
      long rest = (long) bytes.length << 1;
      while (rest > 0x7f) {
        page.write((int) (rest | 0x80));
        rest >>>= 7;
      }
      page.write((int) rest);
      page.write(bytes);
    }

    private boolean flush() {
      if (form == ViewForm.SSE) {
        page.add("]}\n\n");
        rowsOfPage = 0;
      }
      wanted = sink.page(page.buffer());
      page.truncate(0);
      return wanted;
    }

    void end() {
      if (form == ViewForm.JSON) {
        page.add("]}");
      }
      if (wanted && page.size() > 0) {
        flush();
      }
    }
  }
}
