package io.windsock.site.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.TableProperties;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

class FamiliesTest {
  private static final long MEMORY = 64L << 20;
  private static final int KEYS = 50_000;

  private final Path dir;

  FamiliesTest(@TempDir Path dir) {
    this.dir = dir;
  }

  private static TableProperties fill(Store store, ColumnFamilyHandle family) throws Exception {
    byte[] value = new byte[100];
    try (WriteBatch batch = new WriteBatch();
        WriteOptions options = new WriteOptions();
        FlushOptions flush = new FlushOptions()) {
      for (int i = 0; i < KEYS; i++) {
        batch.put(family, ("key" + i).getBytes(UTF_8), value);
      }
      store.db.write(options, batch);
      store.db.flush(flush, family);
    }
    return store.db.getPropertiesOfAllTables(family).values().iterator().next();
  }

  /** A whole index or filter of a large file would be read for each key that the cache lacks. */
  @Test
  void shouldReadSmallPartsOfIndexesAndFilters() throws Exception {
    try (Store store = Store.open(dir, MEMORY)) {
      TableProperties state = fill(store, store.families.state());
      assertThat(state.getNumEntries()).isEqualTo(KEYS);
      assertThat(state.getFilterSize()).isGreaterThan(KEYS);
      assertThat(state.getIndexPartitions()).isGreaterThan(1);
      assertThat(state.getTopLevelIndexSize()).isPositive().isLessThan(state.getIndexSize() / 4);
    }
  }

  @Test
  void shouldHaveNoFilterWhereOnlyRangesAreRead() throws Exception {
    try (Store store = Store.open(dir, MEMORY)) {
      assertThat(fill(store, store.families.changed()).getFilterSize()).isZero();
      assertThat(fill(store, store.families.views()).getFilterSize()).isZero();
    }
  }
}
