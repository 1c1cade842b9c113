/**
 * The Kafka Streams application: decides what regular clients get (<i>forward</i>) and what the
 * mirrors get (<i>mirror</i>).
 *
 * <pre>
 *  TopologyConfig ──▶ TopologyApp.start ──▶ guard          may it start on this cluster?
 *                          │            ──▶ TopicSetup     topics as they must be
 *                          │            ──▶ Instance       this folder, this member, no other
 *                          ▼
 *                     KafkaStreams (streams.TopologyGraph; StreamsProperties; FaultPolicy)
 * </pre>
 */
@NullMarked
package io.windsock.topology;

import org.jspecify.annotations.NullMarked;
