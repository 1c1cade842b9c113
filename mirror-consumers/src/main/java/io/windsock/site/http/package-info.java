/**
 * The HTTP server of a site. It serves state, views and updates to clients, health and metrics to
 * operators, and the board to people.
 *
 * <pre>
 *  socket ──▶ HttpService (event loops) ──known view──▶ shared bytes
 *                 │
 *                 ▼
 *             Dispatcher ──▶ Exchange ──▶ ViewEndpoint, StateEndpoint ──query──▶ Queries ──▶ workers
 *                                    ├──▶ sse.SseEndpoint ──▶ Hub, Shard
 *                                    └──▶ SiteEndpoint, SnapshotEndpoint, StaticFiles
 *  apply thread ──UpdateBatch──▶ SiteServer ──▶ ViewCache, position, Hub
 *
 *  QueryBinding: a target to a query, a refused query to a status
 * </pre>
 *
 * <p>Threads: two event loops, which own connections and never block; the hub thread, which encodes
 * updates; workers, which read snapshots. The apply thread only hands over batches.
 */
@NullMarked
package io.windsock.site.http;

import org.jspecify.annotations.NullMarked;
