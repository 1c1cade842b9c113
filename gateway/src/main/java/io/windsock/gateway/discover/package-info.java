/**
 * The known sites and gateways, and what this gateway reports about itself, both by samples on the
 * monitor topic. Whether a member is alive is decided by its heartbeats, not here.
 *
 * <pre>
 *  monitor topic ──▶ Discovery, a thread ──▶ Directory ──▶ KnownMembers ──▶ the links
 *                                       └──▶ NameRule ──▶ the name is taken
 *  GatewayStatus ──▶ GatewaySampler ──▶ monitor topic
 * </pre>
 */
@NullMarked
package io.windsock.gateway.discover;

import org.jspecify.annotations.NullMarked;
