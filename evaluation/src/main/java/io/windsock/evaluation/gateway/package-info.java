/**
 * The experiments of gateways: calls that are answered within a deadline, by number of sites, under
 * faults and under overload. The first three repeat those of R. Friedman and K. Birman, "Using
 * Group Communication Technology to Implement a Reliable and Scalable Distributed IN Coprocessor",
 * section 5.
 *
 * <pre>
 *   GatewayExperiments ──▶ GatewaySites, GatewayPeak ─────▶ PeakSearch ──▶ load.RateSearch
 *                          GatewayFaults ──▶ FaultRun ──┐       │
 *                          GatewayOverload, GatewayStorm├───────┴────────▶ lab.CallLab
 *                          GatewayHaproxy ──▶ Haproxy ──┘
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.gateway;

import org.jspecify.annotations.NullMarked;
