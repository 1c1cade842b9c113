/**
 * Initial state and updates as server-sent events.
 *
 * <pre>
 *  apply thread        hub thread                        event loops (each its own Shard)
 *  UpdateBatch ─Inbox─▶ Hub: each update encoded once ──▶ Shard ──▶ Subscriber ──▶ Outbox ──▶ socket
 *              conflates   one Chunk for each Filter,      one Delivery a round,     conflates by key,
 *              when behind shared by all its clients       not more than a few       then cuts
 *                                                          on their way
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
