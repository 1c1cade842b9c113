package io.windsock.site.query;

import io.windsock.contracts.position.Token;

/** How a client that follows begins. Immutable. */
public sealed interface FollowStart permits FollowStart.From, QueryAnswer.Refused {
  /** It is served what {@code filter} lets through. */
  sealed interface From extends FollowStart {
    /** What the client gets. */
    Filter filter();
  }

  /**
   * With the state as it is.
   *
   * @param reason why not from where the client is
   */
  record Reset(Filter filter, String reason) implements From {}

  /** With what has changed since the client's token. */
  record Resume(Filter filter, Token since) implements From {}

  /** The same, but this site has not reached the client's token yet. */
  record Behind(Filter filter, Token since) implements From {}
}
