package io.windsock.system.dashboards;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One metric read by an expression. What is found is enough for how our expressions are written; it
 * is no parser of PromQL.
 *
 * @param metric its name
 * @param matchers by label, the last matcher of each with its operator, as {@code =~"$job"}
 * @param range as {@code 5m}; empty if it is read as it is now
 * @param function what is called with just it; empty if nothing
 */
record Selector(String metric, Map<String, Set<String>> matchers, String range, String function) {
  private static final Set<String> WORDS =
      Set.of("or", "and", "unless", "offset", "bool", "by", "without", "on", "ignoring");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
  private static final Pattern METRIC =
      Pattern.compile(
          "(?<![\\w:$.\"])([a-zA-Z_:][\\w:]*)(?!\\s*[(\\w])\\s*(\\{[^}]*})?(?:\\[([^\\]]*)])?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*(\"[^\"]*\")");
  private static final Pattern CALL = Pattern.compile("(\\w+)\\s*\\(\\s*$");
  private static final Pattern AGGREGATION =
      Pattern.compile("\\b(sum|max|min|avg|count|absent|histogram_quantile)\\b");

  /** Those of an expression, in their order. */
  static List<Selector> of(String expr) {
    List<Selector> found = new ArrayList<>();
    Matcher metric = METRIC.matcher(GROUPING.matcher(expr).replaceAll(" "));
    String text = GROUPING.matcher(expr).replaceAll(" ");
    while (metric.find()) {
      if (!WORDS.contains(metric.group(1))) {
        found.add(
            new Selector(
                metric.group(1),
                matchers(metric.group(2) == null ? "" : metric.group(2)),
                metric.group(3) == null ? "" : metric.group(3),
                callBefore(text.substring(0, metric.start()))));
      }
    }
    return found;
  }

  private static Map<String, Set<String>> matchers(String braces) {
    Map<String, Set<String>> matchers = new TreeMap<>();
    Matcher matcher = MATCHER.matcher(braces);
    while (matcher.find()) {
      matchers
          .computeIfAbsent(matcher.group(1), label -> new HashSet<>())
          .add(matcher.group(2) + matcher.group(3));
    }
    return matchers;
  }

  private static String callBefore(String text) {
    Matcher call = CALL.matcher(text);
    return call.find() ? call.group(1) : "";
  }

  /** The labels by which an expression groups. */
  static Set<String> grouping(String expr) {
    Set<String> labels = new HashSet<>();
    Matcher grouping = GROUPING.matcher(expr);
    while (grouping.find()) {
      for (String label : grouping.group(2).split(",", -1)) {
        labels.add(label.strip());
      }
    }
    return labels;
  }

  /** Whether only the labels by which it groups are left of an expression's. */
  static boolean aggregates(String expr) {
    return AGGREGATION.matcher(expr).find();
  }

  boolean isMatched(String label, String matcher) {
    return matchers.getOrDefault(label, Set.of()).contains(matcher);
  }

  /** As Prometheus reads it: the metric with its matchers, at this moment. */
  String text() {
    List<String> texts = new ArrayList<>();
    matchers.forEach((label, values) -> values.forEach(value -> texts.add(label + value)));
    return metric + "{" + String.join(",", texts) + "}";
  }
}
