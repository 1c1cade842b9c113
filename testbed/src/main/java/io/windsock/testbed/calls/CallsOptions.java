package io.windsock.testbed.calls;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.OfView;
import io.windsock.testbed.calls.plan.Arrivals;
import io.windsock.testbed.calls.plan.Keys;
import io.windsock.testbed.calls.plan.PlannedAction;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a load of calls.
 *
 * @param servers the link URLs of gateways, or of sites; with {@code http} the gateways' HTTP URLs
 * @param http whether calls are plain HTTP requests
 * @param linked how many of the servers must be linked before it begins, 1 to all; others may come
 *     up later; without effect on HTTP
 * @param copies at how many of the servers each call is asked; without effect on HTTP
 * @param carryPosition whether calls carry the newest position seen; without effect on HTTP
 * @param perSecond the average rate of calls, above 0 to {@link #MAX_RATE}
 * @param calls how many calls are counted; 0: as many as come within {@code duration}
 * @param duration how long calls are sent if {@code calls} is 0, to {@link #MAX_DURATION}
 * @param deadlineMs within which an answer counts, ms
 * @param keys the keys that are asked for
 * @param viewShare the share of calls for a view, 0 to 1
 * @param view the view that they ask for; null if none
 * @param arrivals the distribution of calls over time
 * @param seed what times and keys are drawn from
 * @param warmUp how long calls are sent before counting begins
 * @param actions what is done to the servers meanwhile
 * @param ceiling whether the generator's own ceiling is measured first
 */
public record CallsOptions(
    List<String> servers,
    boolean http,
    int linked,
    int copies,
    boolean carryPosition,
    double perSecond,
    long calls,
    Duration duration,
    int deadlineMs,
    Keys keys,
    double viewShare,
    @Nullable OfView view,
    Arrivals arrivals,
    long seed,
    Duration warmUp,
    List<PlannedAction> actions,
    boolean ceiling) {
  /** The most calls per second that one process may be asked to send. */
  public static final double MAX_RATE = 1_000_000;

  /** The longest load: a day. */
  public static final Duration MAX_DURATION = Duration.ofHours(24);

  private static final long MAX_CALLS = 10_000_000_000L;
  private static final Duration MAX_WARM_UP = Duration.ofMinutes(10);

  /**
   * Checks the settings.
   *
   * @throws ConfigurationException with every fault
   */
  public CallsOptions {
    servers = List.copyOf(servers);
    actions = List.copyOf(actions);
    ConfigCheck check = new ConfigCheck("calls");
    String option = http ? "http" : "gateways";
    check.holds(!servers.isEmpty(), option, "missing", "given, as http://127.0.0.1:9070");
    servers.forEach(server -> check.http(option, server));
    check.range("linked", linked, 1, Math.max(1, servers.size()));
    check.range("copies", copies, 1, Call.MAX_COPIES);
    check.holds(
        perSecond > 0 && perSecond <= MAX_RATE, "rate", perSecond, "above 0, to " + MAX_RATE);
    check.range("calls", calls, 0, MAX_CALLS);
    check.holds(
        calls > 0 || isWithin(duration, Duration.ofMillis(1), MAX_DURATION),
        "seconds",
        duration.toMillis() / 1e3,
        "above 0, to " + MAX_DURATION.toSeconds());
    check.holds(
        calls <= MAX_DURATION.toSeconds() * perSecond,
        "calls",
        calls,
        "as many as " + perSecond + "/s make in " + MAX_DURATION.toHours() + " h, or fewer");
    check.range("deadline-ms", deadlineMs, 1, Call.MAX_DEADLINE_MS);
    check.holds(viewShare >= 0 && viewShare <= 1, "view-share", viewShare, "0 to 1");
    check.holds(
        viewShare == 0 || view != null, "view", "missing", "given if view-share is above 0");
    boolean grouped = view != null && !view.group().isEmpty();
    check.holds(
        !http || viewShare == 0 || !grouped,
        "view",
        String.valueOf(view),
        "one without a group, with --http");
    check.holds(
        isWithin(warmUp, Duration.ZERO, MAX_WARM_UP),
        "warm-up",
        warmUp.toMillis() + "ms",
        "0s to " + MAX_WARM_UP.toMinutes() + "m");
    check.range("at", actions.size(), 0, PlannedAction.MAX);
    double seconds = calls > 0 ? calls / perSecond : duration.toMillis() / 1e3;
    for (PlannedAction action : actions) {
      check.holds(
          action.atMs() <= seconds * 1e3, "at", action.atMs() + " ms", "before the load's end");
    }
    check.done();
  }

  private static boolean isWithin(Duration value, Duration least, Duration most) {
    return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
  }

  long deadlineNs() {
    return deadlineMs * 1_000_000L;
  }

  /**
   * Returns the same load at other servers, with other rate and duration, and nothing else.
   *
   * @param mostMs the longest deadline: within a long one, a server could be far behind
   */
  CallsOptions against(List<String> others, double rate, Duration time, Duration warm, int mostMs) {
    return new CallsOptions(
        others,
        http,
        others.size(),
        copies,
        carryPosition,
        rate,
        0,
        time,
        Math.min(mostMs, deadlineMs),
        keys,
        viewShare,
        view,
        arrivals,
        seed,
        warm,
        List.of(),
        false);
  }
}
