/**
 * On-time performance data of the US Bureau of Transportation Statistics: one row per flight, with
 * instants computed from local clock times.
 */
@NullMarked
package io.windsock.feeds.aviation.bts;

import org.jspecify.annotations.NullMarked;
