package io.windsock.site.snapshot;

import io.windsock.platform.time.Clocks;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.disk.StoreException;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.SiteState;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes snapshots of a site's state periodically. Keeps the last two and those being loaded, and
 * deletes the rest. It has its own thread and never blocks the apply thread: a RocksDB checkpoint
 * contains a write whole or not at all, so each ends between two batches. Any thread may query it.
 */
public final class SnapshotKeeper implements SnapshotSource, AutoCloseable {
  /** The number of snapshots kept in any case. */
  static final int KEPT = 2;

  /** The most snapshots kept, including those being loaded. */
  static final int MAX_KEPT = 6;

  /** How long a snapshot is kept after one of its files was asked for, or was loaded, ms. */
  static final long HOLD_MS = 30_000;

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotKeeper.class);
  private static final long LOOK_MS = 100;
  private static final long RETRY_MS = 10_000;
  private static final long CLOSE_MS = 10_000;

  private final String site;
  private final SiteState state;
  private final SnapshotFolder folder;
  private final SnapshotSchedule schedule;
  private final Supplier<Progress> progress;
  private final Map<Long, Long> askedAtMs = new ConcurrentHashMap<>();

  /** The number of files being loaded, by the snapshot's number. */
  private final Map<Long, Integer> loading = new ConcurrentHashMap<>();

  private final Thread thread;
  private final Clocks clock = Clocks.system();
  private volatile List<SnapshotManifest> kept;

  /** The highest number assigned. Owned by the keeper's thread. */
  private long newest;

  private volatile boolean closing;

  /**
   * Opens the snapshots in the data directory.
   *
   * @param site the site's name
   * @param dataDir its data directory
   * @param stamp what its state belongs to
   */
  public SnapshotKeeper(
      String site,
      Path dataDir,
      DiskStamp stamp,
      SiteState state,
      SnapshotOptions options,
      Supplier<Progress> progress) {
    this.site = site;
    this.state = state;
    this.progress = progress;
    folder = new SnapshotFolder(dataDir, stamp, state.token().epoch());
    kept = List.copyOf(folder.open());
    SnapshotManifest last = latest();
    newest = last == null ? 0 : last.number();
    schedule = new SnapshotSchedule(options, last != null, clock.monotonicMs());
    thread = new Thread(this::run, "snapshots-" + site);
    thread.setDaemon(true);
  }

  /** Starts making snapshots, on a thread of its own. */
  public void start() {
    thread.start();
  }

  @Override
  public @Nullable SnapshotManifest latest() {
    List<SnapshotManifest> all = kept;
    // Snapshots share files with the state, and records that the log has lost.
    return all.isEmpty() || state.fault() != null ? null : all.get(all.size() - 1);
  }

  @Override
  public @Nullable Path file(long number, String name) {
    for (SnapshotManifest manifest : kept) {
      if (manifest.number() == number && manifest.has(name)) {
        askedAtMs.put(number, clock.monotonicMs());
        return folder.path(number).resolve(name);
      }
    }
    return null;
  }

  @Override
  public Runnable hold(long number) {
    loading.merge(number, 1, Integer::sum);
    return () -> {
      askedAtMs.computeIfPresent(number, (it, before) -> clock.monotonicMs());
      loading.computeIfPresent(number, (it, files) -> files == 1 ? null : files - 1);
    };
  }

  private void run() {
    while (!closing) {
      doWork(clock.monotonicMs());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
    }
  }

  private void doWork(long nowMs) {
    dropDeleted();
    Progress now = progress.get();
    SnapshotManifest last = latest();
    boolean usable = state.fault() == null && state.batch() > 0;
    boolean moved = usable && (last == null || !last.token().equals(state.token()));
    boolean caughtUp = now.phase() == SitePhase.LIVE;
    if (!moved || !schedule.due(caughtUp, now.applied(), nowMs)) {
      return;
    }
    try {
      make(newest + 1);
      schedule.made(now.applied(), nowMs);
    } catch (StoreException | UncheckedIOException | IllegalStateException e) {
      if (!closing) {
        LOG.error("{}: no snapshot could be made: {}; trying again", site, e.getMessage(), e);
      }
      schedule.failed(nowMs + RETRY_MS);
    }
  }

  /** Forgets snapshots that were deleted from outside, because they can't be loaded. */
  private void dropDeleted() {
    List<SnapshotManifest> there = new ArrayList<>(kept);
    if (there.removeIf(manifest -> !folder.holds(manifest.number()))) {
      kept = List.copyOf(there);
      LOG.warn("{}: snapshots were deleted; the next is made when it is due", site);
    }
  }

  private void make(long number) {
    long start = System.nanoTime();
    SnapshotManifest made = folder.make(state, number);
    List<SnapshotManifest> all = new ArrayList<>(kept);
    all.add(made);
    List<SnapshotManifest> gone = superfluous(all, clock.monotonicMs());
    all.removeAll(gone);
    kept = List.copyOf(all);
    newest = number;
    for (SnapshotManifest old : gone) {
      askedAtMs.remove(old.number());
      folder.delete(old.number());
    }
    LOG.info(
        "{}: snapshot {} at {}: {} keys, {} bytes in {} ms",
        site,
        number,
        made.token(),
        made.keys(),
        made.bytes(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  /** The snapshots no longer needed, oldest first. */
  private List<SnapshotManifest> superfluous(List<SnapshotManifest> all, long nowMs) {
    List<SnapshotManifest> gone = new ArrayList<>();
    for (SnapshotManifest old : all.subList(0, Math.max(0, all.size() - KEPT))) {
      if (!isBeingLoaded(old.number(), nowMs) || all.size() - gone.size() > MAX_KEPT) {
        gone.add(old);
      }
    }
    return gone;
  }

  private boolean isBeingLoaded(long number, long nowMs) {
    Long asked = askedAtMs.get(number);
    return loading.containsKey(number) || (asked != null && nowMs - asked < HOLD_MS);
  }

  /** Stops making snapshots, after the current one. The existing ones stay. */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
