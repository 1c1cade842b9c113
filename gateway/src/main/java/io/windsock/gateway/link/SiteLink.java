package io.windsock.gateway.link;

import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.core.member.SiteReport;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkListener;
import io.windsock.platform.link.OfferResult;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links to one site, one for each kind of calls, so that big answers do not delay small ones.
 * The site counts as alive while both are up and neither is silent: the two may end at different
 * event loops of the site, of which one can stall. Owned by the core's loop.
 */
final class SiteLink {
  private static final Logger LOG = LoggerFactory.getLogger(SiteLink.class);

  private final Member site;
  private final CoreLoop core;
  private final long silenceNs;
  private final Runnable changed;
  private final Consumer<SiteLink> ended;
  private final LinkMeters meters;
  private final CallLink keys;
  private final CallLink views;
  private @Nullable Responder condition;
  private boolean named = true;

  /** Whether the core may count the site as alive. */
  private boolean alive;

  /** Who answered instead of the site, as logged last; empty: nobody has. */
  private String other = "";

  /**
   * Opens the links.
   *
   * @param self this gateway
   * @param silenceMs a link silent for longer does not count as up, ms
   * @param changed runs when the site's condition is another than before
   * @param ended told when a link goes down that was up
   */
  SiteLink(
      Member site,
      Sender self,
      LinkClient client,
      CoreLoop core,
      int silenceMs,
      Runnable changed,
      Consumer<SiteLink> ended,
      LinkMeters meters) {
    this.site = site;
    this.core = core;
    silenceNs = TimeUnit.MILLISECONDS.toNanos(silenceMs);
    this.changed = changed;
    this.ended = ended;
    this.meters = meters;
    keys =
        client.open(
            core.context(),
            site.linkUrl(),
            Question.Kind.KEY,
            self,
            new Listener(Question.Kind.KEY));
    views =
        client.open(
            core.context(),
            site.linkUrl(),
            Question.Kind.VIEW,
            self,
            new Listener(Question.Kind.VIEW));
  }

  /** What one of the two links reports. */
  private final class Listener implements LinkListener {
    private final Question.Kind kind;

    Listener(Question.Kind kind) {
      this.kind = kind;
    }

    @Override
    public void up() {
      if (isUp()) {
        LOG.info("linked to site '{}' at {}", site.name(), site.linkUrl());
      }
    }

    @Override
    public void answers(AnswerBatch batch) {
      if (batch.responder().name().equals(site.name())) {
        SiteLink.this.answers(batch);
      } else {
        another(link(kind), batch.responder().name());
      }
    }

    @Override
    public void sent(int calls) {
      meters.sent(calls);
    }

    @Override
    public void down(String reason) {
      SiteLink.this.down(reason);
    }
  }

  private void answers(AnswerBatch batch) {
    if (!batch.answers().isEmpty()) {
      meters.answers(batch.answers().size());
    }
    adopt(batch.responder());
    long heardNs = heardNs();
    if (isUp() && System.nanoTime() - heardNs <= silenceNs) {
      alive = true;
      core.answers(site.name(), batch.answers(), heardNs);
    } else {
      core.answers(site.name(), batch.answers());
    }
  }

  /**
   * Leaves another site, to which the address belongs now: its answers must not count as those of
   * this one, and it must not take the link for that to itself.
   */
  private void another(CallLink link, String name) {
    if (!name.equals(other)) {
      other = name;
      LOG.warn(
          "{} was announced by site '{}', and '{}' answers there: '{}' gets no calls until it does",
          site.linkUrl(),
          site.name(),
          name,
          site.name());
    }
    link.refuse("'" + name + "' answers there");
  }

  /** Adopts the condition that the site reports before its heartbeat counts. */
  private void adopt(Responder now) {
    Responder before = condition;
    condition = now;
    if (before == null || !before.incarnation().equals(now.incarnation()) || differ(before, now)) {
      changed.run();
    }
  }

  private static boolean differ(Responder before, Responder now) {
    return before.ready() != now.ready() || before.draining() != now.draining();
  }

  private void down(String reason) {
    if (alive) {
      alive = false;
      LOG.warn("site '{}' at {}: {}", site.name(), site.linkUrl(), reason);
      core.lost(site.name());
    }
    ended.accept(this);
  }

  /** Returns when anything last arrived over the link that has been silent for longer. */
  private long heardNs() {
    long keysNs = keys.heardNs();
    long viewsNs = views.heardNs();
    return keysNs - viewsNs < 0 ? keysNs : viewsNs;
  }

  /** Returns whether both links are up. */
  boolean isUp() {
    return keys.isUp() && views.isUp();
  }

  /** Sends a call with the next batch. Returns whether the link took it. */
  boolean send(Call call) {
    return link(call.question().kind()).offer(call) == OfferResult.TAKEN;
  }

  /** Tells the site that a call needs no answer any more. */
  void cancel(String id) {
    // Of which kind the call was is not known here; the site ignores ids that it does not have.
    keys.cancel(id);
    views.cancel(id);
  }

  private CallLink link(Question.Kind kind) {
    return kind == Question.Kind.KEY ? keys : views;
  }

  /** Returns the site as discovery knows it. */
  Member site() {
    return site;
  }

  /** Whether discovery still names the site. */
  void named(boolean value) {
    named = value;
  }

  /** Returns whether discovery still names the site. */
  boolean isNamed() {
    return named;
  }

  /** Returns the condition that the site last reported; null if it has not reported. */
  @Nullable Responder condition() {
    return condition;
  }

  /** Returns what the core is to know of the site. */
  SiteReport report() {
    Responder now = condition;
    return now == null
        ? new SiteReport(site.name(), "", false, false)
        : new SiteReport(site.name(), now.incarnation(), now.ready(), now.draining());
  }

  void close() {
    keys.close();
    views.close();
  }
}
