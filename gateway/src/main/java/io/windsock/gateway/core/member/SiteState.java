package io.windsock.gateway.core.member;

/**
 * A site as a gateway sees it.
 *
 * @param name the site's name
 * @param alive whether its heartbeats arrive
 * @param open whether it gets calls: it is alive, ready, and not draining or drained
 * @param ready whether it reports that it takes calls
 * @param draining whether it reports that it is about to stop
 * @param drained whether an operator had this gateway send it no more calls
 * @param pending the calls that this gateway has sent there and that are not answered
 */
public record SiteState(
    String name,
    boolean alive,
    boolean open,
    boolean ready,
    boolean draining,
    boolean drained,
    int pending) {}
