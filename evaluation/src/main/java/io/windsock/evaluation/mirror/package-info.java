/**
 * The cost of a site: its apply rate compared with consuming and applying one after the other, and
 * the resources needed for a million flights.
 *
 * <pre>
 *  BrokerProcess ◀── MirrorLog (generated flights, markers, transactions)
 *       │
 *       ├──▶ consume alone ─┐
 *       │    apply alone  ──┼──▶ RateRounds ──▶ ratio to the serial bound
 *       ├──▶ a site        ─┘
 *       └──▶ SiteProcess (a JVM of its own) ──▶ ManyFlights: RSS, time until ready again
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.mirror;

import org.jspecify.annotations.NullMarked;
