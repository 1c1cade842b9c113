/**
 * A Kafka broker in this process.
 *
 * <pre>
 *  Options ──▶ LoopbackSockets (bound before anything starts)
 *                    │
 *  DataDirectory ──▶ EmbeddedBroker: SharedServer, ControllerServer, BrokerServer (Kafka's own)
 *  (lock, format)    │
 *                    ▼
 *               bootstrapServers()
 * </pre>
 */
@NullMarked
package io.windsock.embedded;

import org.jspecify.annotations.NullMarked;
