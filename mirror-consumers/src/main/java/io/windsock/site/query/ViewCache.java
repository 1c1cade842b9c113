package io.windsock.site.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.micrometer.core.instrument.Counter;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Gzip;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.serve.KeptPages;
import io.windsock.site.serve.PageGate;
import io.windsock.site.serve.RowWriter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.update.Update;
import io.windsock.site.update.UpdateBatch;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of encoded views. Each version is encoded once: the first request starts the encoding, and
 * concurrent ones wait for the same bytes. While a view is being encoded, requests for later
 * versions wait for the one encoding that follows, so versions between may never be encoded ({@link
 * EncodingQueue}). Any thread may ask; the apply thread invalidates.
 *
 * <p>A cached entry always reflects the current state. It is inserted before its snapshot is taken,
 * and every later batch removes the entries it changes before it becomes visible to clients.
 */
public final class ViewCache {
  private static final Logger LOG = LoggerFactory.getLogger(ViewCache.class);

  /** How long a view is remembered as too big for the cache before another try. */
  static final Duration BIG_FOR = Duration.ofSeconds(60);

  /** The most views remembered as too big. */
  private static final int MAX_BIG = 1024;

  /** One encoded form of a group's first rows. */
  public record Variant(int limit, ViewForm form) {}

  /** A group's encodings of one version. */
  private static final class Version {
    private final Map<Variant, CompletableFuture<@Nullable EncodedView>> encodings =
        new ConcurrentHashMap<>();
    private final AtomicInteger bytes = new AtomicInteger(EncodedView.OVERHEAD_BYTES);
    private volatile @Nullable Token lessThanSince;

    boolean isEmpty() {
      return encodings.isEmpty() && lessThanSince == null;
    }
  }

  /** A form of a view that is too big; its gzip form is made from the plain one. */
  private record BigView(ViewGroup group, int limit, ViewForm plain) {
    BigView(ViewGroup group, Variant variant) {
      this(group, variant.limit(), variant.form().plain());
    }
  }

  /** An encoding in progress, the version that it belongs to, and the result that all wait for. */
  private record Encoding(
      EncodingQueue.Wanted wanted,
      Version version,
      CompletableFuture<@Nullable EncodedView> result) {}

  private final ViewEncoder encoder;
  private final EncodingQueue queue = new EncodingQueue();
  private final Workers workers;
  private final ThreadLocal<RowWriter> writers;
  private final ServerConfig.Views bounds;
  private final Cache<ViewGroup, Version> groups;
  private final Cache<BigView, Boolean> big =
      Caffeine.newBuilder().maximumSize(MAX_BIG).expireAfterWrite(BIG_FOR).build();
  private final int views;
  private final Counter hits;
  private final Counter shared;
  private final Counter encoded;
  private final Counter streamed;
  private final Counter changed;
  private final Counter unused;
  private final Counter evicted;

  /** Creates an empty cache. */
  public ViewCache(ServedSite site, Workers workers, ServerConfig.Views bounds, Metrics metrics) {
    encoder = new ViewEncoder(site);
    this.workers = workers;
    writers = RowWriter.perThread(site);
    this.bounds = bounds;
    views = site.definition().views().size();
    hits = metrics.counter(Metric.VIEW_HITS);
    shared = metrics.counter(Metric.VIEW_SHARED);
    encoded = metrics.counter(Metric.VIEW_ENCODED);
    streamed = metrics.counter(Metric.VIEW_STREAMED);
    changed = metrics.counter(Metric.VIEW_DROPPED, "changed");
    unused = metrics.counter(Metric.VIEW_DROPPED, "unused");
    evicted = metrics.counter(Metric.VIEW_DROPPED, "room");
    groups =
        Caffeine.newBuilder()
            .maximumWeight(bounds.cacheBytes())
            .weigher((ViewGroup group, Version version) -> version.bytes.get())
            .expireAfterAccess(bounds.unused())
            .executor(Runnable::run) // the maintenance work is small
            .evictionListener((group, version, cause) -> evicted(cause))
            .build();
    metrics.gauge(Metric.VIEW, groups, ViewCache::bytes);
  }

  private static double bytes(Cache<ViewGroup, Version> groups) {
    return groups.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  private void evicted(RemovalCause cause) {
    (cause == RemovalCause.EXPIRED ? unused : evicted).increment();
  }

  /**
   * Reads a view that is too big to be kept, page by page, on a worker.
   *
   * @throws Refusal if too many views are being streamed
   */
  public void stream(ViewGroup group, Variant variant, PageGate gate) {
    gate.hurryIf(workers::bigWait);
    workers.big(
        () -> {
          boolean failed = true;
          try {
            encoder.encode(group, variant.limit(), variant.form(), writers.get(), gate);
            failed = false;
          } finally {
            gate.end(failed);
          }
        });
    streamed.increment();
  }

  /** Streams all rows of a group as SSE pages, which are too big to be kept. */
  public void streamRows(ViewGroup group, PageGate gate) {
    stream(group, new Variant(ViewQuery.ALL, ViewForm.SSE), gate);
  }

  /** Whether it has anything that a batch could invalidate. */
  public boolean inUse() {
    return !groups.asMap().isEmpty();
  }

  /**
   * Returns all rows of a group as pages of an SSE stream.
   *
   * @param then receives them, on a worker or immediately; see {@link #get}
   */
  public void rows(ViewGroup group, BiConsumer<@Nullable EncodedView, @Nullable Throwable> then) {
    get(group, new Variant(ViewQuery.ALL, ViewForm.SSE), then);
  }

  /** Records that a group's rows cost less than the changes since {@code token}. */
  public void rowsCostLess(ViewGroup group, Token token) {
    Version version = groups.get(group, g -> new Version());
    synchronized (version) {
      Token before = version.lessThanSince;
      if (before == null || token.covers(before)) {
        version.lessThanSince = token;
      }
    }
  }

  /**
   * Whether a group's rows are known to cost less than the changes since {@code token}. A result
   * for one position also holds for earlier ones, because the number of changes only grows, and
   * stays valid until the rows change.
   */
  public boolean doRowsCostLess(ViewGroup group, Token token) {
    Version version = groups.getIfPresent(group);
    Token since = version == null ? null : version.lessThanSince;
    return since != null && since.covers(token);
  }

  /** The completed encoding; null if there is none. */
  public @Nullable EncodedView ready(ViewGroup group, Variant variant) {
    Version version = groups.getIfPresent(group);
    if (version == null) {
      return null;
    }
    CompletableFuture<@Nullable EncodedView> encoding = version.encodings.get(variant);
    EncodedView view = encoding == null ? null : completed(encoding);
    if (view != null) {
      hits.increment();
    }
    return view;
  }

  /**
   * Gets an encoding, starting it if necessary.
   *
   * @param then receives it, on a worker or immediately: without a view if that is too big to be
   *     kept, and with a {@link Refusal} if too many are waiting
   */
  public void get(
      ViewGroup group,
      Variant variant,
      BiConsumer<@Nullable EncodedView, @Nullable Throwable> then) {
    if (big.getIfPresent(new BigView(group, variant)) != null) {
      then.accept(null, null);
      return;
    }
    var unused =
        get(new EncodingQueue.Wanted(group, variant))
            .whenComplete(
                (view, failure) -> {
                  try {
                    then.accept(view, failure);
                  } catch (RuntimeException e) { // the stage would keep it to itself
                    LOG.error("view {}: its receiver failed", group, e);
                  }
                });
  }

  private CompletionStage<@Nullable EncodedView> get(EncodingQueue.Wanted wanted) {
    CompletableFuture<@Nullable EncodedView> current = current(wanted);
    if (current == null) {
      EncodingQueue.Place place = queue.join(wanted, () -> current(wanted));
      if (place.mustStart()) {
        start(wanted);
      }
      if (place.created()) {
        return place.result();
      }
      current = place.result();
    }
    (completed(current) != null ? hits : shared).increment();
    return current;
  }

  /** The encoding of the current version, finished or in progress; null if there is none. */
  private @Nullable CompletableFuture<@Nullable EncodedView> current(EncodingQueue.Wanted wanted) {
    Version version = groups.getIfPresent(wanted.group());
    return version == null ? null : version.encodings.get(wanted.variant());
  }

  private static @Nullable EncodedView completed(
      CompletableFuture<@Nullable EncodedView> encoding) {
    return encoding.isCompletedExceptionally() ? null : encoding.getNow(null);
  }

  /** Starts the encoding that is next, whose turn it is. */
  private void start(EncodingQueue.Wanted wanted) {
    if (wanted.variant().form().gzip()) {
      Encoding encoding = begin(wanted);
      get(wanted.plain()).whenComplete((plain, failure) -> compress(plain, failure, encoding));
      return;
    }
    try {
      workers.scan(() -> encode(begin(wanted)));
    } catch (Refusal refusal) {
      queue.refused(wanted).completeExceptionally(refusal);
    }
  }

  /**
   * Begins the next encoding: puts it into the current version, so that a batch removes it if it
   * changes what a snapshot taken from now on contains.
   */
  private Encoding begin(EncodingQueue.Wanted wanted) {
    Version version = groups.get(wanted.group(), group -> new Version());
    return new Encoding(
        wanted,
        version,
        queue.begin(wanted, result -> version.encodings.put(wanted.variant(), result)));
  }

  private void encode(Encoding encoding) {
    EncodingQueue.Wanted wanted = encoding.wanted();
    attempt(encoding, () -> encode(wanted.group(), wanted.variant()));
  }

  /** Does an encoding's work on the calling thread, a worker. */
  private void attempt(Encoding encoding, Supplier<@Nullable EncodedView> work) {
    EncodedView view;
    try {
      view = work.get();
    } catch (RuntimeException e) {
      done(encoding, null, e);
      return;
    } catch (Error e) {
      done(encoding, null, e); // or all would wait for it forever
      throw e;
    }
    done(encoding, view, null);
  }

  private void compress(
      @Nullable EncodedView plain, @Nullable Throwable failure, Encoding encoding) {
    if (plain == null || plain.bytes() < Gzip.WORTHWHILE_BYTES) {
      done(encoding, plain, failure);
      return;
    }
    try {
      workers.scan(() -> attempt(encoding, () -> compressed(plain, encoding.wanted().variant())));
    } catch (Refusal refusal) {
      done(encoding, null, refusal);
    }
  }

  private EncodedView compressed(EncodedView plain, Variant variant) {
    encoded.increment();
    byte[] body = Gzip.compress(plain.body().getBytes());
    return EncodedView.document(plain.at(), body, variant.form());
  }

  private @Nullable EncodedView encode(ViewGroup group, Variant variant) {
    encoded.increment();
    KeptPages kept = new KeptPages(bounds.entryBytes());
    encoder.encode(group, variant.limit(), variant.form(), writers.get(), kept);
    if (kept.tooMuch()) {
      return null;
    }
    return variant.form() == ViewForm.SSE
        ? EncodedView.pages(kept.at(), kept.pages())
        : EncodedView.document(kept.at(), kept.joined(), variant.form());
  }

  /** Completes an encoding, after the cache accounts for it: all that wait are told last. */
  private void done(Encoding encoding, @Nullable EncodedView view, @Nullable Throwable failure) {
    EncodingQueue.Wanted wanted = encoding.wanted();
    ViewGroup group = wanted.group();
    if (view == null) {
      encoding.version().encodings.remove(wanted.variant(), encoding.result());
      if (failure == null) {
        big.put(new BigView(group, wanted.variant()), true);
      }
      groups.asMap().computeIfPresent(group, (g, now) -> now.isEmpty() ? null : now);
    } else {
      encoding.version().bytes.addAndGet(view.bytes() + EncodedView.OVERHEAD_BYTES);
      // Makes the cache weigh the entry again if it was not removed meanwhile.
      groups.asMap().computeIfPresent(group, (g, now) -> now);
    }
    if (queue.end(wanted)) {
      start(wanted);
    }
    if (failure == null) {
      encoding.result().complete(view);
    } else {
      encoding.result().completeExceptionally(failure);
    }
  }

  /** Removes the entries changed by a batch that is in the state. Apply thread. */
  public void applied(UpdateBatch batch) {
    if (groups.asMap().isEmpty()) {
      return;
    }
    for (int i = 0; i < batch.size(); i++) {
      Update update = batch.update(i);
      for (int view = 0; view < views; view++) {
        String before = update.groupBefore(view);
        String after = update.groupAfter(view);
        if (before != null) {
          drop(new ViewGroup(view, before));
        }
        if (after != null && !after.equals(before)) {
          drop(new ViewGroup(view, after));
        }
      }
    }
  }

  private void drop(ViewGroup group) {
    if (groups.asMap().remove(group) != null) {
      changed.increment();
    }
  }

  /** Removes unused entries, which spares the apply thread from invalidating them. */
  public void dropUnused() {
    groups.cleanUp();
    big.cleanUp();
  }
}
