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
  void rows(Syncing syncing) {
    Filter filter = syncing.filter();
    if (filter.key() != null) {
      row(syncing);
      return;
    }
    SitePosition now = position.get();
    views.rows(
        filter.viewGroup(),
        (view, failure) -> back(syncing, () -> rows(syncing, now, view, failure)));
  }

  private void rows(
      Syncing syncing, SitePosition now, @Nullable EncodedView view, @Nullable Throwable failure) {
    if (failure != null) {
      syncing.failed(failure);
    } else if (view != null) {
      // The cached view is current as of `now`, which was read before it, or is even newer.
      SitePosition at = view.at().batch() >= now.batch() ? view.at() : now;
      syncing.read(at, view.pages(), at.token());
    } else if (!syncing.isOver()) {
      attempt(syncing, () -> views.streamRows(syncing.filter().viewGroup(), syncing.gate()));
    }
  }

  /** Reads the changes since a client's {@code token}, or the full state if that costs less. */
  void resume(Syncing syncing, Token token) {
    Filter filter = syncing.filter();
    if (filter.key() == null && views.doRowsCostLess(filter.viewGroup(), token)) {
      syncing.resumed(new Changes.TooMany());
      return;
    }
    reads.begin(filter, token, changes -> back(syncing, () -> syncing.resumed(changes)));
  }

  /** Reads the first part of the changes since {@code token}. */
  void changes(Syncing syncing, Token token) {
    reads.more(syncing.filter(), token, changes -> back(syncing, () -> syncing.changed(changes)));
  }

  private void row(Syncing syncing) {
    KeptPages kept = new KeptPages(ChangeReads.PART_BYTES);
    Runnable read =
        () -> {
          try {
            encoder.row(syncing.filter(), writers.get(), kept);
          } catch (RuntimeException e) {
            back(syncing, () -> syncing.failed(e));
            throw e;
          }
          back(syncing, () -> syncing.read(kept.at(), kept.pages(), kept.at().token()));
        };
    attempt(syncing, () -> workers.scan(read));
  }

  private static void back(Syncing syncing, Runnable work) {
    syncing.exchange().loop().runOnContext(v -> work.run());
  }

  private static void attempt(Syncing syncing, Runnable work) {
    try {
      work.run();
    } catch (Refusal refusal) {
      syncing.failed(refusal);
    }
  }
}
