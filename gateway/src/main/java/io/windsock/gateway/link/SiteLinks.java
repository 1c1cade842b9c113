package io.windsock.gateway.link;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.core.member.SiteReport;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.gateway.loop.SiteOutlet;
import io.windsock.platform.link.LinkClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The links to all sites known. A site that discovery does not name any more keeps its links while
 * they are up, so that a fault of discovery alone loses no site. Owned by the core's loop.
 */
final class SiteLinks implements SiteOutlet {
  private final Sender self;
  private final LinkClient client;
  private final CoreLoop core;
  private final int silenceMs;
  private final Runnable changed;
  private final LinkMeters meters;
  private final Map<String, SiteLink> links = new HashMap<>();

  /**
   * Creates links to no site.
   *
   * @param self this gateway
   * @param silenceMs a link silent for longer does not count as up, ms
   * @param changed runs when the sites or their conditions are others than before
   */
  SiteLinks(
      Sender self,
      LinkClient client,
      CoreLoop core,
      int silenceMs,
      Runnable changed,
      LinkMeters meters) {
    this.self = self;
    this.client = client;
    this.core = core;
    this.silenceMs = silenceMs;
    this.changed = changed;
    this.meters = meters;
  }

  /** Opens links to new sites, and closes those of sites that are gone. */
  void known(List<Member> sites) {
    links.values().forEach(link -> link.named(false));
    for (Member site : sites) {
      SiteLink link = links.get(site.name());
      if (link == null || !link.site().linkUrl().equals(site.linkUrl())) {
        open(site, link);
      } else {
        link.named(true);
      }
    }
    for (Iterator<SiteLink> all = links.values().iterator(); all.hasNext(); ) {
      SiteLink link = all.next();
      if (!link.isNamed() && !link.isUp()) {
        link.close();
        all.remove();
      }
    }
  }

  private void open(Member site, @Nullable SiteLink former) {
    if (former != null) {
      former.close();
      core.lost(site.name());
    }
    links.put(
        site.name(),
        new SiteLink(site, self, client, core, silenceMs, changed, this::ended, meters));
  }

  /**
   * A site that discovery does not name is not tried again: another may be there by then. It goes
   * in a later turn, as what {@link CoreLoop#lost} does, and after that.
   */
  private void ended(SiteLink link) {
    core.context().runOnContext(v -> removeUnlessNamed(link));
  }

  private void removeUnlessNamed(SiteLink link) {
    if (!link.isNamed() && !link.isUp() && links.remove(link.site().name(), link)) {
      link.close();
      changed.run();
    }
  }

  /**
   * Returns what the core is to know of the sites that discovery names, and of those that are up: a
   * site that is cut off from the log alone is not named, and must not keep the calls that it got
   * when it was ready.
   */
  List<SiteReport> reports() {
    List<SiteReport> reports = new ArrayList<>();
    for (SiteLink link : links.values()) {
      if (link.isNamed() || link.isUp()) {
        reports.add(link.report());
      }
    }
    return reports;
  }

  /** Returns a site as discovery last named it; null if there are no links to it. */
  @Nullable Member member(String site) {
    SiteLink link = links.get(site);
    return link == null ? null : link.site();
  }

  /** Returns the condition that a site last reported; null if it is unknown or has not reported. */
  @Nullable Responder condition(String site) {
    SiteLink link = links.get(site);
    return link == null ? null : link.condition();
  }

  @Override
  public boolean send(String site, Call call) {
    SiteLink link = links.get(site);
    return link != null && link.send(call);
  }

  @Override
  public void cancel(String site, String id) {
    SiteLink link = links.get(site);
    if (link != null) {
      link.cancel(id);
    }
  }

  void close() {
    links.values().forEach(SiteLink::close);
    links.clear();
  }
}
