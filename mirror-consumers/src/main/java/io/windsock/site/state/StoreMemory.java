package io.windsock.site.state;

/**
 * Memory and disk usage of a site's database, in bytes.
 *
 * @param boundBytes the bound on the block cache and write buffers together
 * @param cacheBytes the block cache's usage, write buffers included
 * @param writeBufferBytes the write buffers' usage
 * @param tableReaderBytes memory used by open files outside the cache
 * @param diskBytes size of the files on disk, without the write-ahead log
 * @param compactionBytes an estimate of the bytes that compaction has yet to rewrite
 */
public record StoreMemory(
    long boundBytes,
    long cacheBytes,
    long writeBufferBytes,
    long tableReaderBytes,
    long diskBytes,
    long compactionBytes) {}
