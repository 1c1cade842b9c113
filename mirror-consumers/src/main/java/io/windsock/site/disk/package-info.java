/**
 * The data directory and what can go wrong with it: who holds it, what it belongs to, and which of
 * its faults a site can repair.
 *
 * <pre>
 *  start ──▶ DataDirLock ──▶ DiskStamp: the same topic and definition? ──no──▶ DataDirException
 *  RocksDB, DiskProbe ──▶ StoreHealth ──▶ DiskFault: damaged, unwritable, divergent
 * </pre>
 */
@NullMarked
package io.windsock.site.disk;

import org.jspecify.annotations.NullMarked;
