/**
 * The processing of each source record by a task: pure, without Kafka.
 *
 * <pre>
 *  source record ──▶ Receiver ──▶ Admission ──reason──▶ Outlet.deadLetter
 *                       │             │ event
 *                       │             ├──────────────▶ Outlet.forward
 *                       │             ▼
 *                       │      MirroringFunction ────▶ Outlet.mirror
 *                       │         ▲        │
 *                       │       KeyHistory │ counts
 *                       │         │        ▼
 *                       │      StatusTable: histories + Accounts ──drain──▶ changelog, once a commit
 *                       │         ▲                              recent events by LoggedReferences
 *                       │      RestoredLog ◀── changelog, after a restart
 *                       └── every f sent events, or when idle ──▶ Outlet.marker (both outputs)
 * </pre>
 */
@NullMarked
package io.windsock.topology.receive;

import org.jspecify.annotations.NullMarked;
