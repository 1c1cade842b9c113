package io.windsock.cli.calls;

import io.windsock.cli.show.Table;
import io.windsock.cli.show.Units;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.GatewayCounts;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.calls.tally.Latency;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats the progress and the result of a load of calls. */
final class CallsText {
  private static final long MS_PER_SECOND = 1_000;

  private CallsText() {}

  /** Returns an interval on one line. */
  static String line(IntervalResult interval) {
    Latency times = interval.latency();
    return form(
        "%4d s  %s calls  %s in time  p50 %.2f ms  p99 %.2f ms  p99.9 %.2f ms  max %.2f ms%s",
        interval.fromMs() / MS_PER_SECOND,
        Units.count(interval.counts().due()),
        inTime(interval.counts()),
        times.p50Ms(),
        times.p99Ms(),
        times.p999Ms(),
        times.maxMs(),
        others(interval.counts()));
  }

  private static String others(Counts counts) {
    StringBuilder text = new StringBuilder();
    append(text, counts.missed(), "missed");
    append(text, counts.busy(), "busy");
    append(text, counts.behind(), "behind");
    append(text, counts.failed(), "failed");
    append(text, counts.invalid(), "invalid");
    append(text, counts.lost(), "without outcome");
    append(text, counts.duplicates(), "with a second outcome");
    return text.toString();
  }

  private static void append(StringBuilder text, long count, String what) {
    if (count > 0) {
      text.append("  ").append(Units.count(count)).append(' ').append(what);
    }
  }

  /** Returns the result. */
  static String summary(CallsResult result) {
    Counts counts = result.counts();
    Latency times = result.latency();
    StringBuilder text = new StringBuilder();
    text.append(
        form(
            "%s calls in %.1f s at %s (%s), %s\n",
            Units.count(counts.due()),
            result.seconds(),
            String.join(", ", result.load().servers()),
            result.load().transport(),
            result.load().arrivals()));
    text.append(
        form(
            "%s in time (%d ms)%s%s; duplicates %d\n\n",
            inTime(counts),
            result.load().deadlineMs(),
            counts.absent() > 0 ? ", " + Units.count(counts.absent()) + " of them absent" : "",
            others(counts),
            counts.duplicates()));
    text.append(
        new Table("from the intended time to", ">p50", ">p90", ">p99", ">p99.9", ">max")
            .row(
                "the outcome",
                ms(times.p50Ms()),
                ms(times.p90Ms()),
                ms(times.p99Ms()),
                ms(times.p999Ms()),
                ms(times.maxMs()))
            .row("the sending", "", "", "", "", ms(result.generator().latestSendMs()))
            .text());
    text.append('\n').append(gateways(result)).append(generator(result));
    result
        .actions()
        .forEach(
            action ->
                text.append(
                    form(
                        "at %.1f s: %s: %s\n",
                        action.atMs() / 1e3, action.action(), action.detail())));
    result.warnings().forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    return text.toString();
  }

  private static String gateways(CallsResult result) {
    GatewayCounts counts = result.gateways();
    if (counts == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    double share = (double) counts.allReissued() / Math.max(1, result.counts().due());
    text.append(form("reissued by gateways: %.2f %% of the calls", share * 100));
    counts
        .reissued()
        .forEach((reason, count) -> text.append(form(", %s %s", reason, Units.count(count))));
    text.append(
        form(
            "; answers dropped: %s second ones, %s late\n",
            Units.count(counts.duplicates()), Units.count(counts.lateAnswers())));
    counts.silent().forEach(url -> text.append(form("%s did not report its counts\n", url)));
    return text.toString();
  }

  private static String generator(CallsResult result) {
    return form(
            "this process: %.1f µs of processor time a call\n", result.generator().cpuUsPerCall())
        + alone("its own ceiling on this machine", result.ceiling())
        + alone("the same load at a static server", result.baseline());
  }

  private static String alone(String what, CallsResult.@Nullable Alone alone) {
    return alone == null
        ? ""
        : form(
            "%s: %s calls/s, p50 %.2f ms, p99 %.2f ms, %.1f µs a call (the static server %.1f µs)\n",
            what,
            Units.count(Math.round(alone.perSecond())),
            alone.p50Ms(),
            alone.p99Ms(),
            alone.cpuUsPerCall(),
            alone.serverCpuUsPerCall());
  }

  /** Returns the share of calls in time; of no calls there is none. */
  private static String inTime(Counts counts) {
    return counts.due() == 0 ? "none" : percent(counts.inTimeShare());
  }

  private static String percent(double share) {
    // All of them is said only if it is so.
    double shown = share >= 1 ? 100 : Math.min(99.999, share * 100);
    return form(share >= 1 ? "%.0f %%" : "%.3f %%", shown);
  }

  private static String ms(double ms) {
    return form("%.2f ms", ms);
  }

  private static String form(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
