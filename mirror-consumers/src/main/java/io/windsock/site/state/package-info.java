/**
 * A site's state in RocksDB. One poll of the log is one atomic write of state, indexes, digest and
 * offsets.
 *
 * <pre>
 *              one WriteBatch a poll                       SiteSnapshot
 *  StateWriter ─────────────────────▶ offsets  position, ledgers ──▶ token, batch, digest
 *  (apply thread)                     state    key → state       ──▶ state(key)
 *                                     changed  offset → key      ──▶ changedSince(token)
 *                                     views    view, order → key ──▶ view(name, group)
 * </pre>
 */
@NullMarked
package io.windsock.site.state;

import org.jspecify.annotations.NullMarked;
