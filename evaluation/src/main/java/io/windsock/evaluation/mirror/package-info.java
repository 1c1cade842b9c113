/**
 * What a site costs: how fast it applies against what consuming and applying would allow one after
 * the other, and what a million flights in it take.
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
