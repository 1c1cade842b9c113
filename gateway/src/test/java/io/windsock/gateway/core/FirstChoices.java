package io.windsock.gateway.core;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Checks that primary and backup choose different sites when they see the same members. */
final class FirstChoices {
  private final Map<String, Choice> byId = new HashMap<>();

  /**
   * The site to which a gateway sent a call first.
   *
   * @param open the sites that it might have chosen
   * @param sharing the gateways that share the call, as it sees them
   */
  record Choice(String gateway, String site, Set<String> open, Set<String> sharing) {}

  void add(String wireId, Choice choice) {
    Choice other = byId.putIfAbsent(wireId, choice);
    if (other == null || other.gateway.equals(choice.gateway)) {
      return;
    }
    boolean agree = other.open.equals(choice.open) && other.sharing.equals(choice.sharing);
    if (agree
        && choice.sharing.size() == 2
        && choice.open.size() >= 2
        && other.site.equals(choice.site)) {
      throw new Violation("two gateways first chose the same site for " + wireId + ": " + choice);
    }
  }
}
