/**
 * Which gateway and which site a call belongs to: deterministic functions of the call's id and of
 * the members alive. Pure.
 *
 * <pre>
 *  call id ──hash──▶ contracts.query.Rendezvous: score with each member's hash ──▶ ranks
 *                        gateways: rank 0 primary, rank 1 backup
 *                        sites:    Ranking ──▶ Routing: uniform, or load-aware
 * </pre>
 */
@NullMarked
package io.windsock.gateway.core.route;

import org.jspecify.annotations.NullMarked;
