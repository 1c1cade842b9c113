/**
 * Which sites and gateways there are, and what this gateway says of itself, both by samples on the
 * monitor topic. Whether a member is alive is decided by its heartbeats, not here.
 *
 * <pre>
 *  monitor topic ──▶ Discovery, a thread ──▶ Directory ──▶ Known ──▶ the links
 *                                       └──▶ NameRule ──▶ the name is taken
 *  GatewayStatus ──▶ GatewaySampler ──▶ monitor topic
 * </pre>
 */
@NullMarked
package io.windsock.gateway.discover;

import org.jspecify.annotations.NullMarked;
