package io.windsock.site.http.sse;

import io.windsock.contracts.position.Token;
import io.windsock.site.http.api.CurrentPosition;
import io.windsock.site.http.api.KeptPages;
import io.windsock.site.http.api.PageGate;
import io.windsock.site.http.api.PageSink;
import io.windsock.site.http.api.Refusal;
import io.windsock.site.http.api.ServedSite;
import io.windsock.site.http.api.SitePosition;
import io.windsock.site.http.api.Workers;
import io.windsock.site.http.views.EncodedView;
import io.windsock.site.http.views.ViewCache;
import org.jspecify.annotations.Nullable;

/**
 * Has workers read what a subscriber needs before updates, and brings it back to the subscriber's
 * event loop. What is small is read at once; what is not, page by page as the client takes it. Any
 * event loop may use it.
 */
final class StateReader {
  /** Changes of up to this many bytes are read at once. */
  static final int SMALL_BYTES = 1 << 20;

  private final Workers workers;
  private final ViewCache views;
  private final ChangeEncoder encoder;
  private final CurrentPosition position;

  StateReader(ServedSite site, Workers workers, ViewCache views, CurrentPosition position) {
    this.workers = workers;
    this.views = views;
    this.position = position;
    encoder = new ChangeEncoder(site);
  }

  /** Full state. */
  void rows(Subscriber subscriber) {
    Filter filter = subscriber.filter();
    if (filter.key() != null) {
      small(subscriber, sink -> encoder.row(filter, workers.writer(), sink), sink -> {});
      return;
    }
    SitePosition now = position.get();
    views.rows(
        filter.viewGroup(),
        (view, failure) -> back(subscriber, () -> rows(subscriber, now, view, failure)));
  }

  private void rows(
      Subscriber subscriber,
      SitePosition now,
      @Nullable EncodedView view,
      @Nullable Throwable failure) {
    if (failure != null) {
      subscriber.failed(failure);
    } else if (view != null) {
      // What is in the cache now was so when `now` was read, if it is not newer still.
      SitePosition at = view.at().batch() >= now.batch() ? view.at() : now;
      subscriber.read(at, view.pages());
    } else if (!subscriber.isClosed()) {
      attempt(
          subscriber, () -> views.streamRows(subscriber.filter().viewGroup(), subscriber.gate()));
    }
  }

  /** What has changed since {@code token}. */
  void changes(Subscriber subscriber, Token token) {
    Filter filter = subscriber.filter();
    small(
        subscriber,
        sink -> encoder.changes(filter, token, workers.writer(), sink),
        gate -> encoder.changes(filter, token, workers.writer(), gate));
  }

  private interface Read {
    void into(PageSink sink);
  }

  /** Reads at once; what turns out too much for that, by {@code big}. */
  private void small(Subscriber subscriber, Read read, Read big) {
    attempt(
        subscriber,
        () ->
            workers.scan(
                () -> {
                  KeptPages kept = new KeptPages(SMALL_BYTES);
                  try {
                    read.into(kept);
                  } catch (RuntimeException e) {
                    back(subscriber, () -> subscriber.failed(e));
                    throw e;
                  }
                  back(subscriber, () -> read(subscriber, kept, big));
                }));
  }

  private void read(Subscriber subscriber, KeptPages kept, Read big) {
    if (!kept.tooMuch()) {
      subscriber.read(kept.at(), kept.pages());
    } else if (!subscriber.isClosed()) {
      attempt(subscriber, () -> big(subscriber.gate(), big));
    }
  }

  private void big(PageGate gate, Read read) {
    workers.big(
        () -> {
          boolean complete = false;
          try {
            read.into(gate);
            complete = true;
          } finally {
            gate.end(complete);
          }
        });
  }

  private static void back(Subscriber subscriber, Runnable work) {
    subscriber.exchange().loop().runOnContext(v -> work.run());
  }

  private static void attempt(Subscriber subscriber, Runnable work) {
    try {
      work.run();
    } catch (Refusal refusal) {
      subscriber.failed(refusal);
    }
  }
}
