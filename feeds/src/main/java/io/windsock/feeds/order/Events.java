package io.windsock.feeds.order;

import io.windsock.feeds.FeedEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A sequence of events that ends with null. */
@FunctionalInterface
interface Events {
  @Nullable FeedEvent next() throws IOException;
}
