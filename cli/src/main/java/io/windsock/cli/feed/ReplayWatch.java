package io.windsock.cli.feed;

import io.windsock.cli.option.StopSignal;
import io.windsock.cli.show.Keyboard;
import io.windsock.cli.show.Units;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayProgress;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows a running replay, and forwards keys and Ctrl-C: a progress bar on a terminal, a line every
 * few seconds elsewhere. One thread shows the progress; another ends it.
 */
final class ReplayWatch implements AutoCloseable {
  private static final long LINE_EVERY_MS = 5_000;
  private static final long LOOK_EVERY_MS = 100;
  private static final int PERMILLE = 1_000;
  private static final int WIDTH = 100;

  private final PrintWriter err;
  private final @Nullable Keyboard keyboard;
  private final LongSupplier deadLetters;
  private volatile boolean ended;

  private ReplayWatch(PrintWriter err, @Nullable Keyboard keyboard, LongSupplier deadLetters) {
    this.err = err;
    this.keyboard = keyboard;
    this.deadLetters = deadLetters;
  }

  /** Shows a progress bar and handles keys. */
  static ReplayWatch screen(PrintWriter err, LongSupplier deadLetters) throws IOException {
    return new ReplayWatch(err, Keyboard.open(), deadLetters);
  }

  /** Shows lines of text. */
  static ReplayWatch lines(PrintWriter err, LongSupplier deadLetters) {
    return new ReplayWatch(err, null, deadLetters);
  }

  /** Runs until {@link #end} is called. */
  void follow(Replay replay, StopSignal stop) {
    try {
      if (keyboard == null) {
        lines(replay, stop);
      } else {
        bar(replay, stop, keyboard);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void lines(Replay replay, StopSignal stop) throws InterruptedException {
    long next = now() + LINE_EVERY_MS;
    while (!ended) {
      if (stop.await(LOOK_EVERY_MS)) {
        replay.stop();
        return;
      }
      if (now() >= next) {
        next += LINE_EVERY_MS;
        err.println(ReplayLine.of(replay.progress()) + refused());
      }
    }
  }

  private void bar(Replay replay, StopSignal stop, Keyboard keys) throws IOException {
    int width = keys.width() > 0 ? keys.width() - 1 : WIDTH;
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    try (ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("replay")
            .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
            .setInitialMax(-1)
            .hideEta()
            .setConsumer(new ConsoleProgressBarConsumer(out, width))
            .build()) {
      while (!ended && !stop.asked()) {
        paint(bar, replay.progress());
        int key = keys.read(LOOK_EVERY_MS);
        if (key == 'q') {
          stop.ask();
        } else if (key != Keyboard.NONE) {
          ReplayKeys.press(key, replay);
        }
      }
      if (stop.asked()) {
        replay.stop();
      }
      paint(bar, replay.progress());
    }
  }

  private void paint(ProgressBar bar, ReplayProgress progress) {
    if (progress.done() >= 0) {
      bar.maxHint(PERMILLE);
      bar.stepTo(Math.round(progress.done() * PERMILLE));
    }
    boolean paused = progress.state() == ReplayProgress.State.PAUSED;
    bar.setExtraMessage((paused ? " PAUSED " : " ") + ReplayLine.details(progress) + refused());
  }

  private String refused() {
    long count = deadLetters.getAsLong();
    return count == 0 ? "" : "  DEAD-LETTERED " + Units.count(count);
  }

  /** Reports that the replay has ended. */
  void end() {
    ended = true;
  }

  @Override
  public void close() throws IOException {
    if (keyboard != null) {
      keyboard.close();
    }
  }

  private static long now() {
    return System.nanoTime() / 1_000_000;
  }
}
