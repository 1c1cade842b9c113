package io.windsock.site.query;

import io.windsock.site.serve.SitePosition;

/** The answer to a query for a key or a view. Immutable. */
public sealed interface QueryAnswer {
  /**
   * The result.
   *
   * @param view the encoded result, shared by all clients
   * @param at the position of that state
   */
  record Found(EncodedView view, SitePosition at) implements QueryAnswer {}

  /** The view is too big to be kept in memory. {@link Queries#stream} reads it page by page. */
  record TooBig() implements QueryAnswer {}

  /**
   * The query is refused.
   *
   * @param why the reason's category
   * @param error the fault, with the offending value
   * @param remedy how to correct it
   */
  record Refused(Why why, String error, String remedy) implements QueryAnswer, FollowStart {}

  /** The query failed because of a bug or a disk fault. */
  record Failed(Throwable cause) implements QueryAnswer {}

  /** The categories of refusal. */
  enum Why {
    /** The query is invalid. */
    INVALID,
    /** The view or key does not exist. */
    ABSENT,
    /** Too many queries are waiting. */
    BUSY,
    /** The site does not have yet what the client has. */
    BEHIND
  }
}
