package io.windsock.site.query;

/**
 * What a client asks of a site, however it got here. Immutable. A query is plain values: {@link
 * Queries} holds it to the site's views and bounds.
 */
public sealed interface Query permits KeyQuery, ViewQuery, FollowQuery {}
