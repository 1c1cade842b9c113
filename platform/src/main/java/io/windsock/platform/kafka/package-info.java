/**
 * What every role needs of Kafka besides its clients.
 *
 * <p>Read {@link io.windsock.platform.kafka.TopicWatch}: a name on which a consumer reads on may
 * have become another topic.
 */
@NullMarked
package io.windsock.platform.kafka;

import org.jspecify.annotations.NullMarked;
