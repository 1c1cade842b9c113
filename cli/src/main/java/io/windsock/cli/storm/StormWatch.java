package io.windsock.cli.storm;

import io.windsock.cli.option.StopSignal;
import io.windsock.testbed.storm.Storm;
import io.windsock.testbed.storm.StormProgress;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows a storm until it ends: a bar on a terminal, a line every few seconds elsewhere. */
final class StormWatch {
  private static final long LINE_EVERY_MS = 5_000;
  private static final long LOOK_EVERY_MS = 100;
  private static final int WIDTH = 140;

  private StormWatch() {}

  /** Shows progress as lines of text. */
  static void lines(Storm storm, StopSignal stop, PrintWriter err) throws InterruptedException {
    long nextMs = LINE_EVERY_MS;
    while (!storm.await(LOOK_EVERY_MS)) {
      StormProgress progress = storm.progress();
      if (progress.elapsedMs() >= nextMs) {
        nextMs += LINE_EVERY_MS;
        err.println(StormText.line(progress));
      }
      stopIfAsked(storm, stop);
    }
  }

  /** Shows a progress bar over the completed requests. */
  static void bar(Storm storm, StopSignal stop) throws InterruptedException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    try (ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("storm")
            .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
            .setInitialMax(storm.progress().planned())
            .hideEta()
            .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
            .build()) {
      while (!storm.await(LOOK_EVERY_MS)) {
        paint(bar, storm.progress());
        stopIfAsked(storm, stop);
      }
      paint(bar, storm.progress());
    }
  }

  private static void paint(ProgressBar bar, StormProgress progress) {
    bar.stepTo(progress.due() - progress.pending());
    bar.setExtraMessage(" " + StormText.details(progress));
  }

  private static void stopIfAsked(Storm storm, StopSignal stop) {
    if (stop.asked()) {
      storm.stop();
    }
  }
}
