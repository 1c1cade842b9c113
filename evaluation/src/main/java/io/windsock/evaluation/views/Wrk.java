package io.windsock.evaluation.views;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the load generator {@code wrk}. */
final class Wrk {
  private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
  private static final Pattern FAILED = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");

  private Wrk() {}

  /** Whether {@code wrk} is installed. */
  static boolean isThere() {
    try {
      new ProcessBuilder("wrk", "-v").redirectErrorStream(true).start().getInputStream().close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the requests per second that {@code url} serves.
   *
   * @throws IllegalStateException if {@code wrk} fails, or any response is not a 2xx
   */
  static double run(String url, int connections, int seconds, List<String> headers)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of("wrk", "-t1", "-c" + connections, "-d" + seconds + "s"));
    for (String header : headers) {
      command.add("-H");
      command.add(header);
    }
    command.add(url);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher rate = RATE.matcher(out);
    if (!rate.find() || FAILED.matcher(out).find()) {
      throw new IllegalStateException("wrk " + url + " printed:\n" + out);
    }
    return Double.parseDouble(rate.group(1));
  }
}
