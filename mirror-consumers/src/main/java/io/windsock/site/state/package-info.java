/**
 * What a site remembers, in RocksDB. One poll of the log is one write: state, indexes, digest and
 * offsets change together or not at all.
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
