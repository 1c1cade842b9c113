package io.windsock.site.query;

import io.windsock.contracts.position.Token;

/** How a client's stream of updates begins. Immutable. */
public sealed interface FollowStart permits FollowStart.From, QueryAnswer.Refused {
  /** The query is accepted. */
  sealed interface From extends FollowStart {
    /** The filter of the client's updates. */
    Filter filter();
  }

  /**
   * Begins with the current state.
   *
   * @param reason why the stream does not continue from the client's position
   */
  record Reset(Filter filter, String reason) implements From {}

  /** Begins with the changes since the client's token. */
  record Resume(Filter filter, Token since) implements From {}

  /**
   * As {@link Resume}, but this site has not reached the client's position yet.
   *
   * @param since from where the changes are
   * @param until the position that the site must reach first; the same, unless the token is one of
   *     a link's source
   */
  record Behind(Filter filter, Token since, Token until) implements From {}
}
