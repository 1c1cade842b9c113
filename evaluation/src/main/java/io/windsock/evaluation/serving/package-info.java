/**
 * Our own experiments on what serving costs: the trade-off of staleness against update delay,
 * storms of displays, many regular clients.
 *
 * <pre>
 *   TradeOff  ──▶ Choice: functions and policies ──▶ delay and staleness at five loads
 *   Storms    ──▶ StormMain, a process of its own ──▶ a site, a bare server of the same bytes
 *   Clients   ──▶ followers at the central site    ──▶ overhead of mirroring
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.serving;

import org.jspecify.annotations.NullMarked;
