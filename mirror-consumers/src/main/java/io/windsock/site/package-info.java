/**
 * A site, central or mirror. Both run the same program and follow the forward or the mirror topic.
 *
 * <pre>
 *  forward | mirror topic ──▶ apply ── update (EDE) ──▶ state (RocksDB) ──▶ query ─────┐
 *                               │         └──── batches of updates ────────▶ subscribe ─┴─▶ http ──▶ clients
 *                               └──▶ checkpoints, to Kafka
 *
 *  progress, status, sample: what it reports of itself       snapshot, join: from one site to another
 * </pre>
 */
@NullMarked
package io.windsock.site;

import org.jspecify.annotations.NullMarked;
