package io.windsock.gateway.link;

import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links to other gateways, which carry only heartbeats. A gateway shares calls while it is
 * ready and not draining. Owned by the core's loop.
 */
final class PeerLinks {
  private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);

  private final Sender self;
  private final LinkClient client;
  private final CoreLoop core;
  private final Map<String, Peer> peers = new HashMap<>();

  PeerLinks(Sender self, LinkClient client, CoreLoop core) {
    this.self = self;
    this.client = client;
    this.core = core;
  }

  /** Opens links to new gateways, and closes those of gateways that are gone. */
  void known(List<Member> gateways) {
    Map<String, Member> named = new HashMap<>();
    gateways.forEach(gateway -> named.put(gateway.name(), gateway));
    peers.values().removeIf(peer -> peer.isOver(named.get(peer.gateway.name())));
    for (Member gateway : gateways) {
      peers.computeIfAbsent(gateway.name(), name -> new Peer(gateway));
    }
  }

  /**
   * Returns the condition that a gateway last reported; null if it is unknown or has not reported.
   */
  @Nullable Responder condition(String gateway) {
    Peer peer = peers.get(gateway);
    return peer == null ? null : peer.condition;
  }

  void close() {
    peers.values().forEach(peer -> peer.link.close());
    peers.clear();
  }

  /** One gateway. */
  private final class Peer implements LinkListener {
    private final Member gateway;
    private final CallLink link;
    private boolean alive;
    private @Nullable Responder condition;

    /** Who answered instead of the gateway, as logged last; empty: nobody has. */
    private String other = "";

    Peer(Member gateway) {
      this.gateway = gateway;
      link = client.open(core.context(), gateway.linkUrl(), Question.Kind.KEY, self, this);
    }

    /** Closes the link if the gateway is elsewhere now, or gone; returns whether it was closed. */
    boolean isOver(@Nullable Member now) {
      boolean over = now == null ? !link.isUp() : !now.linkUrl().equals(gateway.linkUrl());
      if (over) {
        link.close();
      }
      return over;
    }

    @Override
    public void up() {} // its first batch follows, and says who it is

    @Override
    public void answers(AnswerBatch batch) {
      Responder now = batch.responder();
      if (!now.name().equals(gateway.name())) {
        another(now.name());
        return;
      }
      if (condition == null) {
        LOG.info("linked to gateway '{}' at {}", gateway.name(), gateway.linkUrl());
      }
      condition = now;
      // Without a site of its own, this gateway has nothing to share.
      if (now.takesCalls() && core.isOpen()) {
        alive = true;
        core.heartbeat(gateway.name());
      }
    }

    /** Leaves another member, to which the address belongs now. */
    private void another(String name) {
      if (!name.equals(other)) {
        other = name;
        LOG.warn(
            "{} was announced by gateway '{}', and '{}' answers there",
            gateway.linkUrl(),
            gateway.name(),
            name);
      }
      link.refuse("'" + name + "' answers there");
    }

    @Override
    public void down(String reason) {
      condition = null;
      if (alive) {
        alive = false;
        LOG.warn("gateway '{}' at {}: {}", gateway.name(), gateway.linkUrl(), reason);
        core.lost(gateway.name());
      }
    }
  }
}
