/**
 * What a link counts about itself, for metrics and status. {@link
 * io.windsock.link.stats.LinkCounts} has what either side has copied, {@link
 * io.windsock.link.stats.CopyProgress} how far the target is behind the source, {@link
 * io.windsock.link.stats.SlowTarget} whether it is slow to commit, {@link
 * io.windsock.link.stats.RefusedFrames} what a receiver has refused.
 */
@NullMarked
package io.windsock.link.stats;

import org.jspecify.annotations.NullMarked;
