package io.windsock.gateway.core.member;

/**
 * What discovery knows of a site.
 *
 * @param name the site's name
 * @param incarnation this run of it; empty if unknown
 * @param ready whether it has the whole state and serves calls
 * @param draining whether it takes no new calls, because it is about to leave
 */
public record SiteReport(String name, String incarnation, boolean ready, boolean draining) {}
