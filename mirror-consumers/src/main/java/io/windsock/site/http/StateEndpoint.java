package io.windsock.site.http;

import io.vertx.core.http.HttpHeaders;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.site.query.KeyQuery;
import io.windsock.site.query.Queries;
import io.windsock.site.query.QueryAnswer;
import io.windsock.site.query.ViewForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/state/{key}}: the state of one key. Any thread may use it. */
final class StateEndpoint {
  private final Queries queries;

  StateEndpoint(Queries queries) {
    this.queries = queries;
  }

  void serve(Exchange exchange, String key) {
    MediaType type = MediaType.preferred(exchange.header(HttpHeaders.ACCEPT));
    if (type == null) {
      throw Refusal.of(406, "no state comes in such a form", MediaType.OFFERED);
    }
    queries.ask(
        new KeyQuery(key, ViewForm.of(type, false)),
        answer -> exchange.loop().runOnContext(v -> serve(exchange, answer)));
  }

  private static void serve(Exchange exchange, QueryAnswer answer) {
    if (answer instanceof QueryAnswer.Found found) {
      exchange.answer(found(found, exchange.header(HttpHeaders.IF_NONE_MATCH)));
    } else {
      exchange.failed(QueryBinding.failure(answer));
    }
  }

  private static Answer found(QueryAnswer.Found found, @Nullable String ifNoneMatch) {
    List<CharSequence> headers =
        List.of(
            SiteHeaders.TOKEN,
            found.at().text(),
            "ETag",
            found.view().etag(),
            "Cache-Control",
            "no-cache",
            "Vary",
            "Accept");
    return AnswerPolicy.matches(ifNoneMatch, found.view().etag())
        ? Answer.empty(304, headers)
        : new Answer(200, found.view().contentType().toString(), headers, found.view().body());
  }
}
