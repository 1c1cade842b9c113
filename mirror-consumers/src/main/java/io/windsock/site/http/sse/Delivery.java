package io.windsock.site.http.sse;

import java.util.List;
import java.util.Map;

/**
 * What a round has for the clients of one shard.
 *
 * @param chunks by filter; filters without events are absent
 * @param end the position after the round
 * @param overrun whether batches before this round were dropped, so that clients can't go on
 */
record Delivery(Map<Filter, List<Chunk>> chunks, Mark end, boolean overrun) {}
