/**
 * The whole pipeline in one process.
 *
 * <pre>
 *  DemoCommand ──▶ DemoData     the folder, kept from run to run
 *       │     ──▶ DemoCluster   EmbeddedBroker, TopologyApp, Sites, Gateways
 *       │     ──▶ DemoReplay    a thread that replays feeds into the source topics
 *       ▼
 *  DemoView (keys, live table)   or   plain lines, Drain and Auditor
 * </pre>
 */
@NullMarked
package io.windsock.cli.demo;

import org.jspecify.annotations.NullMarked;
