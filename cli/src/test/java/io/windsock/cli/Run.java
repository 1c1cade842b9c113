package io.windsock.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** A run of the command in this process: what it printed and answered. */
record Run(int code, String out, String err) {
  static Run of(String... args) {
    return with(Map.of(), args);
  }

  static Run with(Map<String, String> environment, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Windsock.execute(args, environment, new PrintWriter(out), new PrintWriter(err));
    return new Run(code, out.toString(), err.toString());
  }
}
