package io.windsock.evaluation;

import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.experiment.Reporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes the report of runs, and says where it is and what it leaves out.
 *
 * @param reporter makes the page
 * @param outputs where it is said
 */
record ReportWriter(Reporter reporter, Outputs outputs) {
  /** Writes the report of the runs in a folder; returns whether it leaves nothing out. */
  boolean write(RunFolder runs) throws IOException {
    AtomicInteger leftOut = new AtomicInteger();
    Path page =
        reporter.report(
            runs,
            line -> {
              leftOut.incrementAndGet();
              outputs.say(line);
            });
    outputs.print("report: " + page + System.lineSeparator());
    return leftOut.get() == 0;
  }
}
