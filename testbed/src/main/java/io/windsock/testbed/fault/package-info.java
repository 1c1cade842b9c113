/**
 * Faults on the way between the two ends of a connection: a relay between gateways and the links of
 * a real site, or between the two sides of a link to another cluster.
 *
 * <pre>
 *  client ──calls──────▶ Relay ── DelayedPath ──────────────────▶ server
 *         ◀──each at its time── DelayedPath ◀─ GarbledFrames ◀──answers──┘
 *                          ▲
 *     LinkFault: none, slow:MS, line:MS:KBIT, garbage
 * </pre>
 */
@NullMarked
package io.windsock.testbed.fault;

import org.jspecify.annotations.NullMarked;
