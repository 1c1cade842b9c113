/**
 * Initial state and updates as server-sent events.
 *
 * <pre>
 *  hub thread        event loops, each an audience of its own
 *  Hub ──Delivery──▶ Shard ──▶ Subscriber ──▶ Outbox ──▶ socket
 *                    one a round, not more        merges by key,
 *                    than a few on their way      then cuts
 *  workers: initial state (ViewCache, or page by page) and changes since a token, from a SiteSnapshot
 * </pre>
 *
 * <p>No gap and no duplicate: a subscriber is registered with the hub, and only then is a snapshot
 * taken; of what the hub delivers meanwhile, batches that the snapshot has are left out. A position
 * ({@code id:}) is sent only with an event before which everything up to it has been delivered.
 */
@NullMarked
package io.windsock.site.http.sse;

import org.jspecify.annotations.NullMarked;
