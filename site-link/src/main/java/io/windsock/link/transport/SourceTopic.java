package io.windsock.link.transport;

import org.apache.kafka.common.Uuid;

/**
 * A topic that is copied.
 *
 * @param name its name, at both sites
 * @param id its id at the source; a recreated topic has another
 * @param partitions the number of its partitions
 */
public record SourceTopic(String name, Uuid id, int partitions) {}
