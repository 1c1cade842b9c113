package io.windsock.evaluation.gateway;

import io.windsock.evaluation.gateway.lab.CallPlan;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import java.util.Arrays;

/** What happens to the group in the middle of a run. */
enum Fault {
  NOTHING("nothing", ""),
  SITE_KILLED("a site killed", "no significant number"),
  GATEWAY_KILLED("a gateway killed", "no significant number"),
  SITE_ADDED("a site added", "slightly more under overload"),
  SITE_ADDED_UNIFORM("a site added, uniform", ""),
  GATEWAY_ADDED("a gateway added", "no noticeable effect"),
  SITE_STOPPED("a site stopped for 2 s", ""),
  SITE_SLOW("a site 99 ms slow", ""),
  SITE_SLOW_UNIFORM("a site 99 ms slow, uniform", ""),
  SITE_GARBAGE("a site that answers garbage", "");

  private final String text;
  private final String paper;

  Fault(String text, String paper) {
    this.text = text;
    this.paper = paper;
  }

  static Fault of(String text) {
    return Arrays.stream(values())
        .filter(fault -> fault.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no fault '" + text + "'"));
  }

  String text() {
    return text;
  }

  /** Returns what the paper says of calls that missed their deadlines; empty if nothing. */
  String paper() {
    return paper;
  }

  /** Whether a member that was not there starts. */
  boolean adds() {
    return this == SITE_ADDED || this == SITE_ADDED_UNIFORM || this == GATEWAY_ADDED;
  }

  /** Returns how gateways choose sites in this run. */
  RoutingPolicy routing() {
    return switch (this) {
      case SITE_ADDED_UNIFORM, SITE_SLOW_UNIFORM -> RoutingPolicy.UNIFORM;
      default -> CallPlan.ROUTING;
    };
  }
}
