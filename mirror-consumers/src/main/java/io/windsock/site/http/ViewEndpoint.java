package io.windsock.site.http;

import io.micrometer.core.instrument.Counter;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.LongBody;
import io.windsock.platform.http.Progress;
import io.windsock.platform.http.WatchedTime;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Target;
import io.windsock.platform.telemetry.DelayHistogram;
import io.windsock.site.query.EncodedView;
import io.windsock.site.query.Queries;
import io.windsock.site.query.QueryAnswer;
import io.windsock.site.query.ViewForm;
import io.windsock.site.query.ViewQuery;
import io.windsock.site.serve.PageGate;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.SitePosition;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /v1/views/{view}}. Owned by one event loop.
 *
 * <p>{@link #serveKnown} answers a repeated request from cached bytes, without parsing it.
 */
final class ViewEndpoint {
  /** The number of request targets whose parsed form is kept. */
  static final int KNOWN_TARGETS = 4096;

  /** The number of pairs of accept headers whose parsed form is kept. */
  static final int KNOWN_ACCEPTS = 64;

  private static final long LOOK_MS = 1000;

  private static final String ROUTE = "views";
  private static final AsciiString VARY = new AsciiString("Accept, Accept-Encoding");
  private static final AsciiString REVALIDATE = new AsciiString("no-cache");
  private static final AsciiString GZIP = new AsciiString("gzip");

  private final ServedSite site;
  private final AnswerPolicy policy;
  private final Queries queries;
  private final QueryBinding binding;
  private final Duration stall;
  private final Map<String, ViewQuery> targets = recent(KNOWN_TARGETS);
  private final Map<String, ViewForm> accepts = recent(KNOWN_ACCEPTS);
  private final Counter answered;
  private final Counter unchanged;
  private final DelayHistogram latency;
  private final DelayHistogram initialState;

  /**
   * Creates an endpoint for one event loop.
   *
   * @param stall how long a client may take no data
   * @param initialState metric of the views handed to connections
   */
  ViewEndpoint(
      ServedSite site,
      AnswerPolicy policy,
      Queries queries,
      QueryBinding binding,
      Duration stall,
      DelayHistogram initialState) {
    this.site = site;
    this.policy = policy;
    this.queries = queries;
    this.stall = stall;
    this.binding = binding;
    answered = policy.counter(ROUTE, 200);
    unchanged = policy.counter(ROUTE, 304);
    latency = policy.latency(ROUTE);
    this.initialState = initialState;
  }

  /** A map that evicts its least recently used entry beyond {@code bound}. */
  private static <V> Map<String, V> recent(int bound) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > bound;
      }
    };
  }

  /**
   * Answers a request that was served before and whose view has not changed since. Returns false
   * for any other request, and while the site is not ready.
   */
  boolean serveKnown(HttpServerRequest request) {
    long acceptedNs = System.nanoTime();
    ViewQuery wanted = targets.get(request.uri());
    if (wanted == null || !request.method().equals(HttpMethod.GET) || !site.readiness().ready()) {
      return false;
    }
    MultiMap headers = request.headers();
    ViewForm form = form(headers);
    if (form == null || AnswerPolicy.hasBody(headers)) {
      return false;
    }
    QueryAnswer.Found found = queries.ready(wanted.in(form));
    if (found == null) {
      return false;
    }
    send(request, request.response(), found, acceptedNs);
    return true;
  }

  private @Nullable ViewForm form(MultiMap headers) {
    String accept = headers.get(HttpHeaders.ACCEPT);
    String encoding = headers.get(HttpHeaders.ACCEPT_ENCODING);
    if (accept == null && encoding == null) {
      return ViewForm.JSON;
    }
    String both = accept + "\n" + encoding;
    ViewForm known = accepts.get(both);
    if (known == null) {
      MediaType type = MediaType.preferred(accept);
      if (type == null) {
        return null;
      }
      known = ViewForm.of(type, MediaType.wantsGzip(encoding));
      accepts.put(both, known);
    }
    return known;
  }

  /** Answers a request for a view. */
  void serve(Exchange exchange, HttpServerRequest request, String name, Target target) {
    ViewQuery bound = binding.view(name, target);
    ViewForm form = form(request.headers());
    if (form == null) {
      throw Refusal.of(406, "no view comes in such a form", MediaType.OFFERED);
    }
    ViewQuery wanted = bound.in(form);
    queries.ask(
        wanted,
        answer -> exchange.loop().runOnContext(v -> serve(exchange, request, wanted, answer)));
  }

  private void serve(
      Exchange exchange, HttpServerRequest request, ViewQuery wanted, QueryAnswer answer) {
    if (exchange.over()) {
      return;
    }
    if (answer instanceof QueryAnswer.Found found) {
      targets.put(request.uri(), wanted);
      exchange.endPending();
      send(request, request.response(), found, exchange.acceptedNs());
    } else if (answer instanceof QueryAnswer.TooBig) {
      exchange.attempt(() -> stream(exchange, wanted));
    } else {
      exchange.failed(QueryBinding.failure(answer));
    }
  }

  private void send(
      HttpServerRequest request,
      HttpServerResponse response,
      QueryAnswer.Found found,
      long acceptedNs) {
    EncodedView view = found.view();
    MultiMap headers = response.headers();
    headers.add(SiteHeaders.TOKEN, found.at().text());
    headers.add(HttpHeaders.ETAG, view.etag());
    headers.add(HttpHeaders.CACHE_CONTROL, REVALIDATE);
    headers.add(HttpHeaders.VARY, VARY);
    policy.setCommonHeaders(request.headers(), headers);
    if (AnswerPolicy.matches(request.headers().get(HttpHeaders.IF_NONE_MATCH), view.etag())) {
      unchanged.increment();
      response.setStatusCode(304).end();
      latency.recordSince(acceptedNs);
      return;
    }
    headers.add(HttpHeaders.CONTENT_TYPE, view.contentType());
    if (view.gzip()) {
      headers.add(HttpHeaders.CONTENT_ENCODING, GZIP);
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(view.body().length()));
    }
    answered.increment();
    LongBody.end(request, view.body(), () -> sent(acceptedNs));
  }

  private void sent(long acceptedNs) {
    long delayNs = System.nanoTime() - acceptedNs;
    latency.recordNs(delayNs);
    initialState.recordNs(delayNs);
  }

  /** Streams a view that is too big to be kept, no faster than the client takes it. */
  private void stream(Exchange exchange, ViewQuery wanted) {
    BigAnswer answer = new BigAnswer(exchange, wanted.form());
    queries.stream(wanted, answer.gate);
  }

  /** A view in transit to one client. Owned by the exchange's event loop. */
  private final class BigAnswer implements PageGate.Receiver {
    private final Exchange exchange;
    private final ViewForm form;
    private final PageGate gate;
    private @Nullable HttpServerResponse response;

    BigAnswer(Exchange exchange, ViewForm form) {
      this.exchange = exchange;
      this.form = form;
      gate = new PageGate(this::onLoop, stall, this);
      exchange.whenGone(v -> gate.close());
    }

    private void onLoop(Runnable work) {
      exchange.loop().runOnContext(v -> work.run());
    }

    /** Disconnects the client if it takes no data, because it occupies a worker. */
    private void watch() {
      Vertx vertx = exchange.loop().owner();
      Progress progress = exchange.progress();
      WatchedTime time = new WatchedTime(System::nanoTime, LOOK_MS);
      vertx.setPeriodic(
          LOOK_MS,
          timer -> {
            if (exchange.over()) {
              vertx.cancelTimer(timer);
            } else if (progress.stalledNs(time.look()) > gate.stallNs()) {
              vertx.cancelTimer(timer);
              exchange.abort();
            }
          });
    }

    @Override
    public void begin(SitePosition at) {
      if (exchange.over()) {
        gate.close();
        return;
      }
      response = exchange.stream(form.type().text());
      response
          .headers()
          .add(SiteHeaders.TOKEN, at.text())
          .add(HttpHeaders.CACHE_CONTROL, "no-store");
      response.headers().add(HttpHeaders.VARY, VARY);
      watch();
    }

    @Override
    public void page(Buffer page) {
      if (response == null || exchange.over()) {
        gate.close();
        return;
      }
      response.write(page);
      if (response.writeQueueFull()) {
        response.drainHandler(v -> gate.taken());
      } else {
        gate.taken();
      }
    }

    @Override
    public void end(PageGate.Outcome outcome) {
      if (outcome == PageGate.Outcome.FAILED && response == null && !exchange.over()) {
        exchange.refuse(Refusal.unavailable("the view can't be read now", "try another site", 1));
        return;
      }
      exchange.endPending();
      if (outcome == PageGate.Outcome.COMPLETE && response != null && !exchange.over()) {
        response.end().onSuccess(v -> sent(exchange.acceptedNs()));
      } else {
        exchange.abort(); // so that the client detects the incomplete body
      }
    }
  }
}
