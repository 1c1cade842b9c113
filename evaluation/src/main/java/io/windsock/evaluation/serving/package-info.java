/**
 * Our own experiments on what serving costs: the trade-off of staleness against update delay,
 * storms of displays, many regular clients.
 *
 * <pre>
 *   TradeOff  ──▶ Choice: functions and policies ──▶ delay and staleness at five loads
 *   Storms    ──▶ StormRun ──▶ StormMain, a process of its own ──▶ mirrors, BareServers
 *   Clients   ──▶ followers at the central site    ──▶ overhead of mirroring
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.serving;

import org.jspecify.annotations.NullMarked;
