package io.windsock.site.http.sse;

import io.windsock.contracts.position.Token;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Refusal;
import io.windsock.site.query.EncodedView;
import io.windsock.site.query.Filter;
import io.windsock.site.query.ViewCache;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.KeptPages;
import io.windsock.site.serve.RowWriter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.subscribe.ChangeEncoder;
import io.windsock.site.subscribe.ChangeReads;
import io.windsock.site.subscribe.Changes;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has workers read what a subscriber needs before updates, and brings it back to the subscriber's
 * event loop. Changes are read part by part, each from a snapshot of its own once the client has
 * taken the one before: nobody waits for a client, and no snapshot is held for it. Any event loop
 * may use it.
 */
final class StateReader {
  private final Workers workers;
  private final ThreadLocal<RowWriter> writers;
  private final ViewCache views;
  private final ChangeEncoder encoder;
  private final ChangeReads reads;
  private final CurrentPosition position;

  StateReader(ServedSite site, Workers workers, ViewCache views, CurrentPosition position) {
    this.workers = workers;
    writers = RowWriter.perThread(site);
    this.views = views;
    this.position = position;
    encoder = new ChangeEncoder(site);
    reads = new ChangeReads(workers, writers, encoder, views, position);
  }

  /** Full state. */
  void rows(Subscriber subscriber) {
    Filter filter = subscriber.filter();
    if (filter.key() != null) {
      row(subscriber);
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
      subscriber.read(at, view.pages(), at.token());
    } else if (!subscriber.isClosed()) {
      attempt(
          subscriber, () -> views.streamRows(subscriber.filter().viewGroup(), subscriber.gate()));
    }
  }

  /** What has changed since a client's {@code token}, or full state where that costs less. */
  void resume(Subscriber subscriber, Token token) {
    Filter filter = subscriber.filter();
    if (filter.key() == null && views.doRowsCostLess(filter.viewGroup(), token)) {
      subscriber.resumed(new Changes.TooMany());
      return;
    }
    attempt(
        subscriber,
        () ->
            reads.begin(
                filter, token, changes -> back(subscriber, () -> subscriber.resumed(changes))));
  }

  /** What has changed since {@code token}, as much of it as is read at once. */
  void changes(Subscriber subscriber, Token token) {
    attempt(
        subscriber,
        () ->
            reads.more(
                subscriber.filter(),
                token,
                changes -> back(subscriber, () -> subscriber.changed(changes))));
  }

  private void row(Subscriber subscriber) {
    scan(
        subscriber,
        () -> {
          KeptPages kept = new KeptPages(ChangeReads.PART_BYTES);
          encoder.row(subscriber.filter(), writers.get(), kept);
          return () -> subscriber.read(kept.at(), kept.pages(), kept.at().token());
        });
  }

  /** Reads on a worker, then goes on with the outcome on the subscriber's event loop. */
  private void scan(Subscriber subscriber, Supplier<Runnable> read) {
    attempt(
        subscriber,
        () ->
            workers.scan(
                () -> {
                  Runnable then;
                  try {
                    then = read.get();
                  } catch (RuntimeException e) {
                    back(subscriber, () -> subscriber.failed(e));
                    throw e;
                  }
                  back(subscriber, then);
                }));
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
