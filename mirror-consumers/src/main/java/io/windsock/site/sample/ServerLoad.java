package io.windsock.site.sample;

/**
 * What a site's server has to do.
 *
 * @param pending the most requests that were accepted and not yet answered, at once, since the last
 *     look (the paper, section 3.2.2)
 * @param answered requests answered since the site started
 * @param clients clients that follow updates
 */
public record ServerLoad(long pending, long answered, long clients) {}
