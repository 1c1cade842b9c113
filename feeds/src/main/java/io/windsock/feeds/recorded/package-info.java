/** Opens recordings as feeds; {@link io.windsock.feeds.recorded.Feeds} is the entry point. */
@NullMarked
package io.windsock.feeds.recorded;

import org.jspecify.annotations.NullMarked;
