package io.windsock.link.receive;

import org.jspecify.annotations.Nullable;

/**
 * A session that is open.
 *
 * @param link the link's name
 * @param peer the sender's address
 * @param slow that the target is slow to commit, and how; null if it is not
 * @param incomplete what the target lacks of what the source had when the copy began; null if
 *     nothing, or not known yet
 */
public record OpenSession(
    String link, String peer, @Nullable String slow, @Nullable String incomplete) {}
