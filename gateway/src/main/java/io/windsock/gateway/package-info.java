/**
 * A gateway: a front end between requesters and sites. This package holds what its parts share.
 *
 * <pre>
 *  requesters' links ──▶ link.RequesterLinks ─┐                    ┌──▶ link.SiteLinks ──▶ sites
 *  HTTP ──▶ http ──▶ Calls ──▶ loop ──────────┴─▶ loop.CoreLoop ───┤
 *                                                 core.GatewayCore └──▶ link.PeerLinks ──▶ other gateways
 *  monitor topic ──▶ discover ──▶ known sites and gateways ──▶ SiteLinks, PeerLinks
 *
 *  run.Gateway starts and stops them
 * </pre>
 */
@NullMarked
package io.windsock.gateway;

import org.jspecify.annotations.NullMarked;
