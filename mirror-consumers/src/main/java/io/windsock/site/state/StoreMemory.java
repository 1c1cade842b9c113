package io.windsock.site.state;

/**
 * What a site's database uses, in bytes.
 *
 * @param boundBytes what block cache and write buffers may take together
 * @param cacheBytes what the block cache holds, write buffers included
 * @param writeBufferBytes what the write buffers hold
 * @param tableReaderBytes what open files take beside the cache
 * @param diskBytes size of the files on disk, the write-ahead log left out
 * @param compactionBytes what compaction has still to write anew, about
 */
public record StoreMemory(
    long boundBytes,
    long cacheBytes,
    long writeBufferBytes,
    long tableReaderBytes,
    long diskBytes,
    long compactionBytes) {}
