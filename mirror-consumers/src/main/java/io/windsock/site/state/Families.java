package io.windsock.site.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rocksdb.AbstractImmutableNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.RocksDB;

/** The column families of a site's database, and their tuning. */
final class Families implements AutoCloseable {
  private static final String[] NAMES = {"state", "changed", "views", "offsets"};

  /** Families that are only read in ranges, for which a Bloom filter is no help. */
  private static final Set<String> RANGES = Set.of("changed", "views");

  private static final int BLOCK_BYTES = 8 * 1024;
  private static final int META_BLOCK_BYTES = 16 * 1024;
  private static final double BLOOM_BITS_PER_KEY = 10;
  private static final long SMALL_WRITE_BUFFER_BYTES = 1024 * 1024;

  private final List<AbstractImmutableNativeReference> owned = new ArrayList<>();
  private final List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();

  Families(Cache blockCache, long writeBufferBytes) {
    descriptors.add(
        new ColumnFamilyDescriptor(
            RocksDB.DEFAULT_COLUMN_FAMILY, options(blockCache, SMALL_WRITE_BUFFER_BYTES, true)));
    for (String name : NAMES) {
      long buffer = name.equals("offsets") ? SMALL_WRITE_BUFFER_BYTES : writeBufferBytes;
      descriptors.add(
          new ColumnFamilyDescriptor(
              name.getBytes(StandardCharsets.US_ASCII),
              options(blockCache, buffer, !RANGES.contains(name))));
    }
  }

  private ColumnFamilyOptions options(Cache blockCache, long writeBufferBytes, boolean filtered) {
    BlockBasedTableConfig table = table(blockCache);
    if (filtered) {
      table.setFilterPolicy(own(new BloomFilter(BLOOM_BITS_PER_KEY)));
    }
    return own(new ColumnFamilyOptions())
        .setTableFormatConfig(table)
        .setWriteBufferSize(writeBufferBytes)
        .setLevelCompactionDynamicLevelBytes(true)
        .setCompressionType(CompressionType.LZ4_COMPRESSION);
  }

  /**
   * Indexes and filters are divided into small blocks: whole ones have up to a megabyte a file, and
   * where the cache has no room for all of them each read of a key would read one again.
   */
  private static BlockBasedTableConfig table(Cache blockCache) {
    return new BlockBasedTableConfig()
        .setBlockCache(blockCache)
        .setBlockSize(BLOCK_BYTES)
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setMetadataBlockSize(META_BLOCK_BYTES)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinTopLevelIndexAndFilter(true)
        .setPinL0FilterAndIndexBlocksInCache(true)
        .setFormatVersion(5);
  }

  private <T extends AbstractImmutableNativeReference> T own(T reference) {
    owned.add(reference);
    return reference;
  }

  List<ColumnFamilyDescriptor> descriptors() {
    return descriptors;
  }

  /** The handles, filled by {@link RocksDB#open} in the order of the descriptors. */
  List<ColumnFamilyHandle> handles() {
    return handles;
  }

  ColumnFamilyHandle meta() {
    return handles.get(0);
  }

  ColumnFamilyHandle state() {
    return handles.get(1);
  }

  ColumnFamilyHandle changed() {
    return handles.get(2);
  }

  ColumnFamilyHandle views() {
    return handles.get(3);
  }

  ColumnFamilyHandle offsets() {
    return handles.get(4);
  }

  /** Closes the families; call it after closing the database. */
  @Override
  public void close() {
    for (int i = owned.size() - 1; i >= 0; i--) {
      owned.get(i).close();
    }
  }
}
