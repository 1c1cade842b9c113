package io.windsock.platform.link;

/** What a link did with a call. */
public enum OfferResult {
  /**
   * Took it; it is sent with one of the next batches, unless the link is lost or its deadline
   * passes before.
   */
  TAKEN,
  /** Refused it, because the peer does not take data as fast as it is offered. */
  FULL,
  /** Refused it, because there is no connection, or the peer has not answered on it yet. */
  DOWN
}
