package io.windsock.site.subscribe;

import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import io.windsock.site.query.Filter;
import java.util.List;
import java.util.Map;

/**
 * The events of a round for the clients of one audience.
 *
 * @param chunks by filter; filters without events are absent
 * @param end the position after the round
 * @param overrun whether batches before this round were dropped, so that clients can't continue
 */
public record Delivery(Map<Filter, List<Chunk>> chunks, Mark end, boolean overrun) {}
