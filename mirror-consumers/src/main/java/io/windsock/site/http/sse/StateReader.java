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
import org.jspecify.annotations.Nullable;

/**
 * Reads, on workers, what a subscriber needs before updates, and returns it on the subscriber's
 * event loop. Changes are read in parts, each from a new snapshot after the client has taken the
 * last part. So no worker waits for a client and no snapshot stays open for one. Any event loop may
 * use it.
 */
final class StateReader {
  private final Workers workers;
  private final ThreadLocal<RowWriter> writers;
  private final ViewCache views;
  private final ChangeEncoder encoder;
  private final ChangeReads reads;
  private final CurrentPosition position;

  /**
   * Creates a reader.
   *
   * @param partBytes bytes of changes read and not yet sent at which the next read waits
   */
  StateReader(
      ServedSite site, Workers workers, ViewCache views, CurrentPosition position, long partBytes) {
    this.workers = workers;
    writers = RowWriter.perThread(site);
    this.views = views;
    this.position = position;
    encoder = new ChangeEncoder(site);
    reads = new ChangeReads(workers, writers, encoder, views, position, partBytes);
  }

  /** Whether others wait until clients have taken the changes that were read for them. */
  boolean isCrowded() {
    return reads.areCrowded();
  }

  /** Reads the full state. */
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
      // The cached view is current as of `now`, which was read before it, or is even newer.
      SitePosition at = view.at().batch() >= now.batch() ? view.at() : now;
      subscriber.read(at, view.pages(), at.token());
    } else if (!subscriber.isClosed()) {
      attempt(
          subscriber, () -> views.streamRows(subscriber.filter().viewGroup(), subscriber.gate()));
    }
  }

  /** Reads the changes since a client's {@code token}, or the full state if that costs less. */
  void resume(Subscriber subscriber, Token token) {
    Filter filter = subscriber.filter();
    if (filter.key() == null && views.doRowsCostLess(filter.viewGroup(), token)) {
      subscriber.resumed(new Changes.TooMany());
      return;
    }
    reads.begin(filter, token, changes -> back(subscriber, () -> subscriber.resumed(changes)));
  }

  /** Reads the first part of the changes since {@code token}. */
  void changes(Subscriber subscriber, Token token) {
    reads.more(
        subscriber.filter(), token, changes -> back(subscriber, () -> subscriber.changed(changes)));
  }

  private void row(Subscriber subscriber) {
    KeptPages kept = new KeptPages(ChangeReads.PART_BYTES);
    Runnable read =
        () -> {
          try {
            encoder.row(subscriber.filter(), writers.get(), kept);
          } catch (RuntimeException e) {
            back(subscriber, () -> subscriber.failed(e));
            throw e;
          }
          back(subscriber, () -> subscriber.read(kept.at(), kept.pages(), kept.at().token()));
        };
    attempt(subscriber, () -> workers.scan(read));
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
