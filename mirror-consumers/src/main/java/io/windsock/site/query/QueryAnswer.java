package io.windsock.site.query;

import io.windsock.site.serve.SitePosition;

/** What a site says to a query for a key or a view. Immutable. */
public sealed interface QueryAnswer {
  /**
   * It was found.
   *
   * @param view its bytes, shared by everyone who asks
   * @param at the position whose state that is
   */
  record Found(EncodedView view, SitePosition at) implements QueryAnswer {}

  /** The view is too big to be kept in memory: {@link Queries#stream} reads it page by page. */
  record TooBig() implements QueryAnswer {}

  /**
   * It is not answered.
   *
   * @param error what is wrong, with the offending value
   * @param remedy what to do about it
   */
  record Refused(Why why, String error, String remedy) implements QueryAnswer, FollowStart {}

  /** It should have been answered: the program's fault, or the disk's. */
  record Failed(RuntimeException cause) implements QueryAnswer {}

  /** Why a query is refused. */
  enum Why {
    /** It can't be. */
    INVALID,
    /** What it asks for does not exist. */
    ABSENT,
    /** Too many wait already. */
    BUSY
  }
}
