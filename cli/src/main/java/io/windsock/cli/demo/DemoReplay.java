package io.windsock.cli.demo;

import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayException;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.feeds.replay.ReplayTarget;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replay on a thread of its own, which records its progress in the {@link ReplayBook}. Any thread
 * may call it, but only one starts and closes it.
 */
final class DemoReplay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DemoReplay.class);
  private static final long WRITE_EVERY_NS = 1_000_000_000;

  private final Replay replay;
  private final ReplayBook book;
  private final String feed;
  private final long before;
  private final boolean whole;
  private final long newestBeforeMs;
  private final Thread thread = new Thread(this::run, "demo-replay");
  private volatile @Nullable Exception failure;
  private volatile boolean ended;
  private boolean written;
  private long lastWriteNs = System.nanoTime();

  /**
   * Creates a replay that is not started.
   *
   * @param before number of events of this feed that earlier runs sent
   */
  DemoReplay(
      ReplayTarget target, DemoFeed feed, ReplayOptions options, ReplayBook book, long before) {
    this.book = book;
    this.feed = feed.name();
    this.before = before;
    whole = options.loops() == 1 && !options.rebase();
    newestBeforeMs = book.last().newestMs();
    replay =
        new Replay(
            target, feed.after(before).source(), options, fault -> LOG.warn("not sent: {}", fault));
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      ReplayProgress end = replay.run();
      write(end, whole && end.state() == ReplayProgress.State.ENDED);
    } catch (ReplayException | RuntimeException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended = true;
    }
  }

  /** Records the events known to be sent, at most once a second. Call it often. */
  void writeBook() {
    ReplayProgress now = replay.progress();
    long nowNs = System.nanoTime();
    if (!ended && nowNs - lastWriteNs > WRITE_EVERY_NS) {
      lastWriteNs = nowNs;
      write(now, false);
    }
  }

  private synchronized void write(ReplayProgress progress, boolean done) {
    if (written) {
      return;
    }
    written = progress.state() == ReplayProgress.State.ENDED;
    long newestMs = Math.max(newestBeforeMs, progress.eventTimeMs());
    long sent = whole ? before + progress.settled() : 0;
    book.write(new ReplayBook.Entry(feed, sent, done, newestMs));
  }

  /** Returns the replay, for the keys that pause it and change its speed. */
  Replay controls() {
    return replay;
  }

  ReplayProgress progress() {
    return replay.progress();
  }

  /** Whether nothing more will be sent. */
  boolean ended() {
    return ended;
  }

  /** Returns why the replay ended early; null if it did not. */
  @Nullable Exception failure() {
    return failure;
  }

  /**
   * Stops the replay and waits until everything sent is acknowledged; the replay bounds the wait.
   */
  @Override
  public void close() {
    replay.stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
