/**
 * A site, central or mirror: the same program, following the forward or the mirror topic.
 *
 * <pre>
 *  forward | mirror topic ──▶ apply (loop, EDE) ──▶ state (RocksDB) ──▶ http ──▶ clients
 *                               │     └──────────── updates ──────────▶ http
 *                               └──▶ checkpoints, to Kafka
 * </pre>
 */
@NullMarked
package io.windsock.site;

import org.jspecify.annotations.NullMarked;
