package io.windsock.site.join;

import io.windsock.platform.kafka.LogTopic;
import io.windsock.site.disk.DiskStamp;
import java.nio.file.Path;

/**
 * The target that a snapshot must fit.
 *
 * @param site the name of the site that joins
 * @param topic the output topic that it follows
 * @param stamp what its state belongs to
 * @param dataDir its data directory
 */
public record JoinTarget(String site, LogTopic topic, DiskStamp stamp, Path dataDir) {}
