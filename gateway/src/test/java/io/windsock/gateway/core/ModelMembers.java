package io.windsock.gateway.core;

import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who is alive and which sites may get calls, as a gateway must see it. */
final class ModelMembers {
  private final Map<String, Long> heardNs = new HashMap<>();
  private final Set<String> alive = new HashSet<>();
  private final Set<String> drained = new HashSet<>();
  private Membership named;
  private @Nullable Set<String> open;

  ModelMembers(Membership named) {
    this.named = named;
  }

  void members(Membership members) {
    named = members;
    open = null;
  }

  void drain(String site, boolean drain) {
    if (drain) {
      drained.add(site);
    } else {
      drained.remove(site);
    }
    open = null;
  }

  void heard(String member, long nowNs) {
    heardNs.put(member, nowNs);
    if (alive.add(member)) {
      open = null;
    }
  }

  /** Excludes a member at once; returns whether it was alive. */
  boolean lose(String member) {
    boolean was = alive.remove(member);
    if (was) {
      open = null;
    }
    return was;
  }

  void extend(long byNs, long nowNs) {
    heardNs.replaceAll((member, heard) -> Math.min(nowNs, heard + byNs));
  }

  /** Excludes the silent members and returns them. */
  Set<String> exclude(long nowNs, long silenceNs) {
    Set<String> silent = new HashSet<>();
    for (String member : alive) {
      if (nowNs - heardNs.getOrDefault(member, nowNs) > silenceNs) {
        silent.add(member);
      }
    }
    if (alive.removeAll(silent)) {
      open = null;
    }
    return silent;
  }

  /** Returns the sites that may get calls. */
  Set<String> open() {
    Set<String> known = open;
    if (known == null) {
      Set<String> found = new HashSet<>();
      for (SiteReport site : named.sites()) {
        boolean leaving = site.draining() || drained.contains(site.name());
        if (alive.contains(site.name()) && site.ready() && !leaving) {
          found.add(site.name());
        }
      }
      known = Set.copyOf(found);
      open = known;
    }
    return known;
  }

  Set<String> aliveGateways() {
    Set<String> gateways = new HashSet<>(named.gateways());
    gateways.retainAll(alive);
    return gateways;
  }

  int aliveSites() {
    int count = 0;
    for (SiteReport site : named.sites()) {
      count += alive.contains(site.name()) ? 1 : 0;
    }
    return count;
  }
}
