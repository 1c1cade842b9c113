package io.windsock.evaluation;

import java.io.PrintWriter;

/**
 * Where the command writes.
 *
 * @param out takes results and the progress
 * @param err takes what is left out, and what has failed
 */
record Outputs(PrintWriter out, PrintWriter err) {
  /** Prints a result. */
  void print(String text) {
    out.print(text);
    out.flush();
  }

  /** Prints a line to standard error. */
  void say(String line) {
    err.println(line);
    err.flush();
  }
}
