/**
 * Faults of a site as gateways see it: a relay between gateways and the links of a real site.
 *
 * <pre>
 *  gateway ──calls──────────────────────────────────────────▶ links of a site
 *          ◀──bytes, each at its time── Relay ◀─ GarbledFrames ◀──answers──┘
 *                                         ▲
 *                        LinkFault: none, slow:MS, garbage
 * </pre>
 */
@NullMarked
package io.windsock.testbed.fault;

import org.jspecify.annotations.NullMarked;
