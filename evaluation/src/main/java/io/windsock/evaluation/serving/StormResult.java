package io.windsock.evaluation.serving;

/**
 * The result of a storm.
 *
 * @param p50Ms median time until a display had all of its initial state
 * @param p99Ms 99th percentile of it
 * @param failed displays that did not get it
 * @param latestSendMs how late the storm's process sent a request, at worst
 * @param updates updates that the displays received
 * @param errors what befell displays, with numbers; empty if nothing
 */
public record StormResult(
    double p50Ms, double p99Ms, long failed, double latestSendMs, long updates, String errors) {
  private static final int WORDS = 6;

  /** Reads the line that {@link StormMain} prints. */
  static StormResult parse(String line) {
    String[] words = line.split(" ", WORDS);
    return new StormResult(
        Double.parseDouble(words[0]),
        Double.parseDouble(words[1]),
        Long.parseLong(words[2]),
        Double.parseDouble(words[3]),
        Long.parseLong(words[4]),
        words.length < WORDS ? "" : words[WORDS - 1]);
  }
}
