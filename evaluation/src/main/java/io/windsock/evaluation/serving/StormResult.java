package io.windsock.evaluation.serving;

/**
 * The result of a storm.
 *
 * @param p50Ms median time until a display had all of its initial state
 * @param p99Ms 99th percentile of it
 * @param failed displays that did not get it
 * @param bytes all that the displays received
 * @param latestSendMs how late the storm's process sent a request, at worst
 */
public record StormResult(
    double p50Ms, double p99Ms, long failed, long bytes, double latestSendMs) {
  /** Reads the line that {@link StormMain} prints. */
  static StormResult parse(String line) {
    String[] words = line.split(" ", -1);
    return new StormResult(
        Double.parseDouble(words[0]),
        Double.parseDouble(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Double.parseDouble(words[4]));
  }
}
