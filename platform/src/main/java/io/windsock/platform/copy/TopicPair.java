package io.windsock.platform.copy;

import org.apache.kafka.common.Uuid;

/**
 * A topic that is copied, as it was when its copying began.
 *
 * @param source its id at the source
 * @param target its id at the target
 */
public record TopicPair(Uuid source, Uuid target) {}
