/**
 * Updates for clients that follow, each encoded once for all of them, and changes since a token.
 *
 * <pre>
 *  apply thread        hub thread                                    audiences' threads
 *  UpdateBatch ─Inbox─▶ Hub: UpdateEncoder, once for each filter ──▶ Audience: one Delivery a round
 *              merges      FilterChannel: one Chunk for all its
 *              when behind clients
 *  workers: ChangeReads ── ChangeEncoder, SiteSnapshot ──▶ Changes since a token
 *               └ PartRoom: how much may be read for clients that have yet to take it
 * </pre>
 */
@NullMarked
package io.windsock.site.subscribe;

import org.jspecify.annotations.NullMarked;
