/** Recordings opened as feeds: {@link io.windsock.feeds.recorded.Feeds} is the entry. */
@NullMarked
package io.windsock.feeds.recorded;

import org.jspecify.annotations.NullMarked;
