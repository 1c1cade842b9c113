/** The time of a replay: its speed, when each event is due, and the shift of its instants. */
@NullMarked
package io.windsock.feeds.replay.time;

import org.jspecify.annotations.NullMarked;
