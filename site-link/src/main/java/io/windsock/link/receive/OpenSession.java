package io.windsock.link.receive;

/**
 * A session that is open.
 *
 * @param link the link's name
 * @param peer the sender's address
 */
public record OpenSession(String link, String peer) {}
