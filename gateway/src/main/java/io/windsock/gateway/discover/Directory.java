package io.windsock.gateway.discover;

import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.gateway.GatewayPhase;
import io.windsock.gateway.core.member.Gateways;
import io.windsock.gateway.core.route.Candidates;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.platform.telemetry.MemberPhase;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.NewestTime;
import io.windsock.platform.telemetry.Received;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Derives the known members from samples. Times are the broker's, and "now" is that of the newest
 * sample: while no broker answers, no member is forgotten. Owned by one thread.
 */
final class Directory {
  private static final Logger LOG = LoggerFactory.getLogger(Directory.class);

  /** A member silent for longer is forgotten altogether, ms. */
  private static final long FORGET_MS = 60_000;

  /** The most warnings remembered, so that each is logged once. */
  private static final int MAX_COMPLAINTS = 1_000;

  private final String self;
  private final String role;
  private final Members members = new Members();
  private final Set<String> complaints = new HashSet<>();
  private final NewestTime newest = new NewestTime();

  /**
   * Creates an empty directory.
   *
   * @param self the name of this gateway
   * @param role the role of the sites that it uses
   */
  Directory(String self, String role) {
    this.self = self;
    this.role = role;
  }

  void add(SiteSample sample, long atMs) {
    reached(atMs);
    members.add(sample, atMs);
  }

  void add(GatewaySample sample, long atMs) {
    reached(atMs);
    members.add(sample, atMs);
  }

  /** Notes the time of the newest sample of any member. */
  void reached(long atMs) {
    if (newest.note(atMs)) {
      LOG.warn("{}: a broker's clock went back; the members known until now are discarded", self);
      members.clear();
    }
    members.forget(newest.ms() - FORGET_MS);
  }

  /** Returns the live site that has this gateway's name; null if none has. */
  @Nullable SiteSample namesake() {
    Received<SiteSample> site = members.site(self);
    return site != null && site.isCurrent(newest.ms()) && runs(site.sample())
        ? site.sample()
        : null;
  }

  /**
   * Returns whether another gateway of this name reported recently and is not known to have ended.
   */
  boolean mayHaveTwin() {
    return members.gateways().stream()
        .filter(received -> received.sample().getGateway().equals(self))
        .anyMatch(received -> received.isCurrent(newest.ms()) && runs(received.sample()));
  }

  private static boolean runs(SiteSample sample) {
    MemberPhase phase = MemberPhase.of(sample);
    return phase != MemberPhase.CLOSED && phase != MemberPhase.STOPPED;
  }

  private static boolean runs(GatewaySample sample) {
    String phase = sample.getPhase();
    return !phase.equals(GatewayPhase.CLOSED.name()) && !phase.equals(GatewayPhase.STOPPED.name());
  }

  /** Returns the members that have recently reported. */
  KnownMembers known() {
    List<Member> gateways = gateways();
    return new KnownMembers(sites(gateways), gateways);
  }

  private List<Member> gateways() {
    List<Member> gateways = new ArrayList<>();
    for (Received<GatewaySample> received : members.gateways()) {
      GatewaySample sample = received.sample();
      boolean other = !sample.getGateway().equals(self);
      if (!other || !received.isCurrent(newest.ms()) || !runs(sample)) {
        continue;
      }
      if (gateways.size() == Gateways.MAX) {
        complain(
            "gateway '"
                + sample.getGateway()
                + "' shares no calls with this one: a gateway knows at most "
                + Gateways.MAX
                + " others");
      } else {
        add(gateways, "gateway", sample.getGateway(), sample.getUrl(), sample.getLinkUrl());
      }
    }
    return gateways;
  }

  private List<Member> sites(List<Member> gateways) {
    Set<String> taken = gateways.stream().map(Member::name).collect(Collectors.toSet());
    taken.add(self);
    List<Member> sites = new ArrayList<>();
    for (Received<SiteSample> received : members.sites()) {
      SiteSample sample = received.sample();
      String linkUrl = sample.getLinkUrl();
      boolean wanted =
          received.isCurrent(newest.ms()) && runs(sample) && sample.getRole().equals(role);
      if (!wanted || linkUrl == null) {
        continue;
      }
      if (taken.contains(sample.getSite())) {
        complain(
            "site '"
                + sample.getSite()
                + "' at "
                + sample.getUrl()
                + " has the name of a gateway and gets no calls; start one of them with another"
                + " --name");
      } else if (sites.size() == Candidates.MAX) {
        complain(
            "site '"
                + sample.getSite()
                + "' gets no calls: a gateway uses at most "
                + Candidates.MAX
                + " sites");
      } else {
        add(sites, "site", sample.getSite(), sample.getUrl(), linkUrl);
      }
    }
    return sites;
  }

  private void add(List<Member> to, String kind, String name, String url, String linkUrl) {
    if (hasHostAndPort(linkUrl)) {
      to.add(new Member(name, url, linkUrl));
    } else {
      complain(
          kind + " '" + name + "' names '" + linkUrl + "' for calls, which has no host and port");
    }
  }

  private static boolean hasHostAndPort(String url) {
    try {
      URI uri = URI.create(url);
      return uri.getHost() != null && uri.getPort() > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void complain(String complaint) {
    if (complaints.size() < MAX_COMPLAINTS && complaints.add(complaint)) {
      LOG.warn("{}: {}", self, complaint);
    }
  }
}
