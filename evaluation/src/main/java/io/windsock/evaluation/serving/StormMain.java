package io.windsock.evaluation.serving;

import io.windsock.testbed.storm.Storm;
import io.windsock.testbed.storm.StormOptions;
import io.windsock.testbed.storm.StormSummary;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A storm of displays in a process of its own: {@code StormMain DISPLAYS RAMP_MS WARM_UP VIEW
 * URL…}. It warms up with storms at the server WARM_UP, prints {@code ready}, waits for a line, and
 * prints {@code result} with what {@link StormResult} reads.
 */
final class StormMain {
  private static final int WARM_UP_STORMS = 4;
  private static final int WARM_UP_DISPLAYS = 1_000;

  private StormMain() {}

  public static void main(String[] args) throws Exception {
    int displays = Integer.parseInt(args[0]);
    Duration ramp = Duration.ofMillis(Long.parseLong(args[1]));
    List<URI> warmUp = List.of(URI.create(args[2]));
    for (int i = 0; i < WARM_UP_STORMS; i++) {
      storm(warmUp, args[3], Math.min(displays, WARM_UP_DISPLAYS), ramp);
    }
    System.out.println("ready");
    System.out.flush();
    if (System.in.read() >= 0) {
      List<URI> sites = Arrays.stream(args).skip(4).map(URI::create).toList();
      print(storm(sites, args[3], displays, ramp));
    }
  }

  private static StormSummary storm(List<URI> sites, String view, int displays, Duration ramp)
      throws InterruptedException {
    return Storm.start(StormOptions.burst(sites, view, displays, ramp, Duration.ZERO)).await();
  }

  private static void print(StormSummary summary) {
    System.out.printf(
        Locale.ROOT,
        "result %.3f %.3f %d %.3f %d %s%n",
        summary.initialState().p50Ms(),
        summary.initialState().p99Ms(),
        summary.requests() - summary.answered(),
        summary.latestSendMs(),
        summary.updates(),
        errors(summary.errors()));
    System.out.flush();
  }

  /** Returns a text such as {@code 12 timeout, 3 closed}; empty if there were none. */
  private static String errors(Map<String, Long> errors) {
    return errors.entrySet().stream()
        .map(error -> error.getValue() + " " + error.getKey())
        .collect(Collectors.joining(", "));
  }
}
