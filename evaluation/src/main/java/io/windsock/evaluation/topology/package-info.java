/**
 * The cost of the topology, compared with a raw copy of the same volume.
 *
 * <pre>
 *  TopologyBench ─▶ Session ─┬─ BrokerMain     (a JVM)   preloaded source topics
 *                            ├─ RawCopy        (a JVM)   poll, send, commit
 *                            └─ TopologyChild  (a JVM)   TopologyApp
 *                   Progress: committed offsets, seen from outside, for both alike
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.topology;

import org.jspecify.annotations.NullMarked;
