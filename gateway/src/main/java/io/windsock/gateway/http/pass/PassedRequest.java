package io.windsock.gateway.http.pass;

import io.vertx.core.AsyncResult;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.RequestOptions;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Refusal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request that is passed through. Its event loop owns it.
 *
 * <pre>
 *  waiting ──its turn──▶ asking ──head of an answer──▶ relaying ──end, or a side fails──▶ over
 *   │                     │  ▲                                                              ▲
 *   │                     │  └── no head, or 5xx: the next site                             │
 *   │                     └───── no site left, or the client has left ──────────────────────┤
 *   └── it waited for too long, or the client has left ─────────────────────────────────────┘
 * </pre>
 *
 * <p>It keeps its turn while it asks, whichever site.
 */
final class PassedRequest {
  private static final Logger LOG = LoggerFactory.getLogger(PassedRequest.class);

  /** The most sites asked for one request. */
  private static final int MAX_SITES = 3;

  /** A single site is asked twice, because it may have closed a connection that was kept open. */
  private static final int MIN_TRIES = 2;

  private static final int NO_ANSWER_SECONDS = 1;
  private static final int FIRST_FAILURE = 500;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final String EVENTS = "text/event-stream";

  private final PassThrough owner;
  private final Exchange exchange;
  private final HttpServerRequest request;
  private final StringBuilder failures = new StringBuilder();

  /** The sites in the order in which to ask them; empty before its turn. */
  private List<SiteAddress> sites = List.of();

  /** The number of sites asked so far. */
  private int tries;

  /** Identifies the attempt in progress; the results of earlier ones are ignored. */
  private int attempt;

  private @Nullable SiteAddress site;

  /** Whether it has its turn to ask sites. */
  private boolean turn;

  private boolean counted;
  private boolean over;
  private long heardNs;
  private @Nullable HttpClientRequest asking;
  private @Nullable HttpServerResponse relaying;
  private boolean events;
  private boolean paused;

  /** Creates a request that waits for its turn. */
  PassedRequest(PassThrough owner, Exchange exchange, HttpServerRequest request) {
    this.owner = owner;
    this.exchange = exchange;
    this.request = request;
  }

  /** Begins to wait. */
  void enter() {
    exchange.whenGone(v -> left());
  }

  /** Asks sites: its turn has come. */
  void ask() {
    turn = true;
    try {
      sites = owner.order();
      next();
    } catch (RuntimeException e) {
      refused(e);
    }
  }

  /** Ends a request for which no site was asked. */
  void refused(RuntimeException why) {
    finish();
    exchange.failed(why);
  }

  private void endTurn() {
    if (turn) {
      turn = false;
      owner.turnDone();
    }
  }

  private SiteAddress site() {
    return Objects.requireNonNull(site);
  }

  private void next() {
    if (tries == Math.max(MIN_TRIES, Math.min(MAX_SITES, sites.size()))) {
      noAnswer();
      return;
    }
    SiteAddress asked = sites.get(tries++ % sites.size());
    site = asked;
    counted = true;
    owner.streams().opened(asked);
    heardNs = System.nanoTime();
    int mine = ++attempt;
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.method())
            .setHost(asked.host())
            .setPort(asked.port())
            .setSsl(asked.ssl())
            .setURI(request.uri());
    owner.client().request(options).onComplete(opened -> opened(mine, opened));
  }

  private boolean isPast(int mine) {
    return over || mine != attempt;
  }

  private void opened(int mine, AsyncResult<HttpClientRequest> opened) {
    HttpClientRequest to = opened.result();
    if (to != null) {
      to.exceptionHandler(e -> {}); // the answer's future and its handlers report it
    }
    if (isPast(mine)) {
      if (to != null) {
        reset(to);
      }
    } else if (to == null) {
      failed("can't be reached");
    } else {
      asking = to;
      PassedHeaders.toSite(request.headers(), to.headers());
      to.send().onComplete(answered -> answered(mine, answered));
    }
  }

  private void answered(int mine, AsyncResult<HttpClientResponse> answered) {
    HttpClientResponse answer = answered.result();
    if (answer != null) {
      answer.exceptionHandler(e -> {}); // until it is relayed
    }
    if (isPast(mine)) {
      return;
    }
    if (answer == null) {
      failed("ended the connection");
    } else if (answer.statusCode() >= FIRST_FAILURE) {
      failed("answered " + answer.statusCode());
    } else {
      relay(answer);
    }
  }

  /** The site failed before the first byte of an answer. */
  private void failed(String how) {
    SiteAddress asked = site();
    LOG.debug("{} {} for {}", asked.name(), how, request.uri());
    failures.append(failures.isEmpty() ? "" : ", ").append(asked.name()).append(' ').append(how);
    owner.streams().failed(asked);
    leaveSite();
    next();
  }

  /** Ends the part of the site, which counts no longer. */
  private void leaveSite() {
    attempt++; // before the reset, which ends the attempt at once
    if (asking != null) {
      reset(asking);
      asking = null;
    }
    if (counted) {
      counted = false;
      owner.streams().closed(site());
    }
  }

  private static void reset(HttpClientRequest to) {
    var unused = to.reset();
  }

  private void noAnswer() {
    finish();
    exchange.refuse(
        Refusal.unavailable("no site answers: " + failures, "try again later", NO_ANSWER_SECONDS));
  }

  private void relay(HttpClientResponse answer) {
    HttpServerResponse to = exchange.begin(answer.statusCode());
    relaying = to;
    heardNs = System.nanoTime();
    PassedHeaders.toClient(site().name(), owner.gateways(), answer.headers(), to.headers());
    String type = answer.getHeader(HttpHeaders.CONTENT_TYPE);
    events = type != null && type.startsWith(EVENTS);
    if (events) {
      exchange.endPending();
    }
    if (hasBody(answer)) {
      to.setChunked(!to.headers().contains(HttpHeaders.CONTENT_LENGTH));
      answer.handler(part -> part(answer, to, part));
    }
    answer.endHandler(v -> ended(to));
    answer.exceptionHandler(e -> broken());
    if (events) {
      var unused = to.writeHead();
    }
    endTurn();
  }

  private boolean hasBody(HttpClientResponse answer) {
    int status = answer.statusCode();
    return !request.method().equals(HttpMethod.HEAD)
        && status != NO_CONTENT
        && status != NOT_MODIFIED;
  }

  private void part(HttpClientResponse answer, HttpServerResponse to, Buffer part) {
    if (over) {
      return;
    }
    heardNs = System.nanoTime();
    var unused = to.write(part);
    if (to.writeQueueFull()) {
      paused = true;
      answer.pause();
      to.drainHandler(
          v -> {
            paused = false;
            heardNs = System.nanoTime();
            answer.resume();
          });
    }
  }

  private void ended(HttpServerResponse to) {
    if (!over) {
      asking = null; // its connection is free for another request
      finish();
      if (events) {
        exchange.endPending();
      } else {
        exchange.complete();
      }
      var unused = to.end();
    }
  }

  /**
   * The site failed within its answer. A stream of events just ends, because its client continues
   * elsewhere from its position; any other client must notice that its answer is incomplete.
   */
  private void broken() {
    if (over) {
      return;
    }
    LOG.debug("{} failed within its answer to {}", site().name(), request.uri());
    HttpServerResponse to = relaying;
    finish();
    exchange.endPending();
    if (events && to != null) {
      var unused = to.end();
    } else {
      exchange.abort();
    }
  }

  private void left() {
    if (!over) {
      finish();
    }
  }

  private void finish() {
    over = true;
    leaveSite();
    owner.over(this);
    endTurn();
  }

  /** Gives up a site that has been silent for too long. */
  void check(long nowNs) {
    long silentNs = nowNs - heardNs;
    if (over) {
      return;
    }
    if (turn && silentNs > owner.headNs()) {
      failed("began no answer within " + owner.headText());
    } else if (relaying != null && !paused && silentNs > owner.silenceNs()) {
      broken();
    }
  }
}
