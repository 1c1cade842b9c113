/**
 * A line of packets between two addresses of this machine, with a delay, a rate and losses: what
 * TCP makes of them is real, because it does not end in between.
 *
 * <pre>
 *  client ─connects to PEER─▶ kernel ─▶ TunDevice ─▶ PacketLine: LineDirection ─▶ LineDirection
 *  server at ADDRESS ◀────── kernel ◀── TunDevice ◀── addresses exchanged, each at its time ─┘
 * </pre>
 */
@NullMarked
package io.windsock.testbed.line;

import org.jspecify.annotations.NullMarked;
