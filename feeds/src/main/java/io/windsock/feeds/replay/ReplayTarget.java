package io.windsock.feeds.replay;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;

/**
 * The destination of a replay.
 *
 * @param bootstrapServers the addresses of the Kafka cluster
 * @param topics the names of the source topics
 * @param catalogue the catalogue of the feed's events
 */
public record ReplayTarget(String bootstrapServers, Topics topics, Catalogue catalogue) {}
