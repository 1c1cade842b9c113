/**
 * The data directory: its lock, its identity, and the faults that a site can repair.
 *
 * <pre>
 *  start ──▶ DataDirLock ──▶ DiskStamp: the same topic and definition? ──no──▶ DataDirException
 *  RocksDB, DiskProbe ──▶ StoreHealth ──▶ DiskFault: damaged, unwritable, divergent, incomplete
 * </pre>
 */
@NullMarked
package io.windsock.site.disk;

import org.jspecify.annotations.NullMarked;
