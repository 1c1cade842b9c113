package io.windsock.site.query;

/**
 * A client's query, independent of its transport. Immutable. It holds plain values, which {@link
 * Queries} validates against the site's views and bounds.
 */
public sealed interface Query permits KeyQuery, ViewQuery, FollowQuery {}
