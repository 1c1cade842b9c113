/**
 * A gateway's links: to sites and other gateways, which it opens, and from requesters and other
 * gateways, which it accepts. All on the event loop of the core.
 *
 * <pre>
 *  requester ──▶ RequesterLinks ──▶ RequesterStream ──▶ CoreLoop ──▶ SiteLinks ──▶ SiteLink
 *                                                           ▲      one CallLink a kind │
 *                                                           └── answers, conditions ───┘
 *  KnownMembers ──▶ MemberLinks ──▶ SiteLinks, PeerLinks ──heartbeats──▶ CoreLoop
 * </pre>
 */
@NullMarked
package io.windsock.gateway.link;

import org.jspecify.annotations.NullMarked;
