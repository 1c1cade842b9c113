package io.windsock.feeds.replay;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;

/**
 * Where a replay sends to.
 *
 * @param bootstrapServers of the Kafka cluster
 * @param topics names of the source topics
 * @param catalogue of the feed's events
 */
public record ReplayTarget(String bootstrapServers, Topics topics, Catalogue catalogue) {}
