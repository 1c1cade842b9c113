package io.windsock.platform.link;

/** What a link did with a call. */
public enum OfferResult {
  /** Took it; it is sent with the next batch, unless the link is lost before. */
  TAKEN,
  /** Refused it, because the peer does not take data as fast as it is offered. */
  FULL,
  /** Refused it, because there is no connection, or the peer has not answered on it yet. */
  DOWN
}
