/**
 * Initial state and updates as server-sent events.
 *
 * <pre>
 *  hub thread        event loops, each an audience of its own
 *  Hub ──Delivery──▶ Shard ──▶ Subscriber ──▶ Outbox ──▶ socket
 *                    one a round, not more        merges by key,
 *                    than a few on their way      then cuts
 *  workers: initial state (ViewCache, or page by page) and changes since a token, from a SiteSnapshot
 *           StateReader ──▶ Syncing, which makes the subscriber live
 * </pre>
 *
 * <p>There are no gaps and no duplicates. A subscriber is registered with the hub before its
 * snapshot is taken, and batches that the snapshot contains are left out of the hub's deliveries. A
 * position ({@code id:}) is sent only with an event before which everything up to it was delivered.
 */
@NullMarked
package io.windsock.site.http.sse;

import org.jspecify.annotations.NullMarked;
