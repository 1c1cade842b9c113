package io.windsock.evaluation.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The outcome of {@link Httperf}'s calls.
 *
 * @param asked calls that the schedule contains
 * @param answered responses with a 2xx status
 * @param failed all other calls: other statuses, timeouts, connection errors, and calls that were
 *     not made because an earlier one on their connection had failed
 * @param unopened failed calls whose connection could not be opened because of this machine: too
 *     many connections were open, or no port was free
 * @param seconds time from the first connection to the end of the last
 * @param meanMs mean time from sending a request to the end of its response; 0 without responses
 * @param perSecond responses with a 2xx status per second
 * @param cpuSeconds processor time of httperf, which busy-waits; it does not measure the cost of
 *     calls
 */
public record Answers(
    long asked,
    long answered,
    long failed,
    long unopened,
    double seconds,
    double meanMs,
    double perSecond,
    double cpuSeconds) {
  private static final Pattern SCHEDULE =
      Pattern.compile("^httperf .*--num-conns=(\\d+) --num-calls=(\\d+)", Pattern.MULTILINE);
  private static final Pattern SECONDS =
      Pattern.compile("^Total: .* test-duration ([\\d.]+) s", Pattern.MULTILINE);
  private static final Pattern TIME =
      Pattern.compile(
          "^Reply time \\[ms]: response ([\\d.]+) transfer ([\\d.]+)", Pattern.MULTILINE);
  private static final Pattern STATUS =
      Pattern.compile("^Reply status: .*\\b2xx=(\\d+)", Pattern.MULTILINE);
  private static final Pattern CPU =
      Pattern.compile("^CPU time \\[s]: user ([\\d.]+) system ([\\d.]+)", Pattern.MULTILINE);
  private static final Pattern UNOPENED =
      Pattern.compile(
          "^Errors: fd-unavail (\\d+) addrunavail (\\d+) ftab-full (\\d+)", Pattern.MULTILINE);

  /**
   * Reads what httperf printed.
   *
   * @throws IllegalStateException if that is not a complete report
   */
  static Answers parse(String output) {
    Matcher schedule = find(SCHEDULE, output);
    long calls = Long.parseLong(schedule.group(2));
    long asked = Long.parseLong(schedule.group(1)) * calls;
    double seconds = Double.parseDouble(find(SECONDS, output).group(1));
    long answered = Long.parseLong(find(STATUS, output).group(1));
    return new Answers(
        asked,
        answered,
        asked - answered,
        calls * (long) sum(find(UNOPENED, output)),
        seconds,
        sum(find(TIME, output)),
        seconds > 0 ? answered / seconds : 0,
        sum(find(CPU, output)));
  }

  private static Matcher find(Pattern pattern, String output) {
    Matcher found = pattern.matcher(output);
    if (!found.find()) {
      throw new IllegalStateException("httperf printed no '" + pattern + "':\n" + output);
    }
    return found;
  }

  private static double sum(Matcher found) {
    double sum = 0;
    for (int group = 1; group <= found.groupCount(); group++) {
      sum += Double.parseDouble(found.group(group));
    }
    return sum;
  }
}
