package io.windsock.client;

import io.vertx.core.Context;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkListener;

/**
 * Opens the links of one kind of calls, on the event loop that owns them.
 *
 * @param sender says to gateways who calls
 * @param later runs what has to wait
 */
record Dialer(LinkClient client, Context loop, Question.Kind kind, Sender sender, Later later) {
  /** Opens the link over which a gateway is called. It ends the one that the gateway has. */
  CallLink call(String url, LinkListener listener) {
    return client.open(loop, url, kind, sender, listener);
  }

  /** Opens a link that only learns who answers there. It ends no other, for its name is its own. */
  CallLink probe(String url, LinkListener listener) {
    String name = "probe-" + ClientOptions.random();
    return client.open(loop, url, kind, new Sender(name, sender.incarnation(), false), listener);
  }

  void later(long delayMs, Runnable work) {
    later.run(loop, delayMs, work);
  }
}
