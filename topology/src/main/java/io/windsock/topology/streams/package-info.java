/**
 * The receiver inside Kafka Streams: one sub-topology, one task per partition.
 *
 * <pre>
 *  windsock.source.*  ──▶ source ──▶ receive (ReceiveProcessor ─▶ Receiver ─▶ TaskOutlet)
 *   partition p                        │                            ├──▶ forward      partition p
 *                                      │                            ├──▶ mirror       partition p
 *                                status-table (StatusStore)         └──▶ dead-letter  partition p
 *                                      │ flushCache, at the start of each commit
 *                                      ▼
 *                                changelog partition p     (read back before the first record)
 * </pre>
 */
@NullMarked
package io.windsock.topology.streams;

import org.jspecify.annotations.NullMarked;
