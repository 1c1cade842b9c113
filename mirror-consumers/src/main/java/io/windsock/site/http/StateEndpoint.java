package io.windsock.site.http;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.platform.http.message.EntityTag;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.site.http.api.RowWriter;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.http.api.SitePosition;
import io.windsock.site.state.SiteSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/state/{key}}: the state of one key. Any thread may use it. */
final class StateEndpoint {
  private final ServedSite site;
  private final Workers workers;
  private final ThreadLocal<RowWriter> writers;

  StateEndpoint(ServedSite site, Workers workers) {
    this.site = site;
    this.workers = workers;
    writers = RowWriter.perThread(site);
  }

  void serve(Exchange exchange, String key, @Nullable String accept, @Nullable String ifNoneMatch) {
    MediaType type = MediaType.preferred(accept);
    if (type == null) {
      throw Refusal.of(406, "no state comes in such a form", MediaType.OFFERED);
    }
    exchange.onWorker(workers, () -> read(key, type, ifNoneMatch));
  }

  private Answer read(String key, MediaType type, @Nullable String ifNoneMatch) {
    byte[] framed;
    String token;
    try (SiteSnapshot snapshot = site.snapshot()) {
      framed = snapshot.state(key.getBytes(StandardCharsets.UTF_8));
      token = snapshot.token().toString();
    }
    if (framed == null) {
      throw Refusal.absent(
          "there is no state of " + Refusal.shown(key),
          "no event of this key has been applied here; a view lists the keys there are");
    }
    byte[] body = type == MediaType.AVRO ? framed : json(key, framed);
    String etag = EntityTag.of(body);
    List<CharSequence> headers =
        List.of(
            SitePosition.HEADER,
            token,
            "ETag",
            etag,
            "Cache-Control",
            "no-cache",
            "Vary",
            "Accept");
    if (AnswerPolicy.matches(ifNoneMatch, etag)) {
      return Answer.empty(304, headers);
    }
    return new Answer(200, type.text(), headers, Buffer.buffer(body));
  }

  private byte[] json(String key, byte[] framed) {
    RowWriter writer = writers.get();
    ByteSink out = new ByteSink();
    writer.state(out, key, writer.decode(framed));
    return out.bytes();
  }
}
