/**
 * A line of packets between two addresses of this machine, with a delay, a rate and losses: what
 * TCP makes of them is real, because it does not end in between.
 *
 * <pre>
 *  client ─connects to PEER─▶ kernel ─▶ TunDevice ─▶ PacketLine: a LineDirection each way
 *                                                        │ arrival times
 *  server at ADDRESS ◀────── kernel ◀── TunDevice ◀── DelayQueue, addresses exchanged
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.line;

import org.jspecify.annotations.NullMarked;
