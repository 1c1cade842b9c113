package io.windsock.feeds.order;

import io.windsock.feeds.FeedEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Something that gives events one after the other, null at the end. */
@FunctionalInterface
interface Events {
  @Nullable FeedEvent next() throws IOException;
}
