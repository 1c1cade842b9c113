package io.windsock.site.sample;

/**
 * Load of a site's server.
 *
 * @param pending the greatest number of requests accepted and not yet answered, since the last
 *     reading (the paper, section 3.2.2)
 * @param answered requests answered since the site started
 * @param clients the number of clients that follow updates
 */
public record ServerLoad(long pending, long answered, long clients) {}
