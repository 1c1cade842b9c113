/**
 * The laboratory of gateways: a group of gateways and sites on emulated nodes, with 0800 numbers.
 *
 * <pre>
 *   this process                 gateways, a node each       sites, a node each (a quota each)
 *   CallsProcess ──links──▶ gateway 1, gateway 2 …  ──links──▶ m1 … mn
 *                               │       monitor topic            │  mirror topic
 *   Numbers ──▶ broker ◀────────┴────────────────────────────────┘
 * </pre>
 *
 * {@code CallLab} starts the members, pauses those that a run does not use, and waits until the
 * others know each other, as {@code GatewayReports} says; {@code CallWarmUp} makes calls until they
 * are warm. A {@code Member} is killed, stopped and started again.
 */
@NullMarked
package io.windsock.evaluation.gateway.lab;

import org.jspecify.annotations.NullMarked;
