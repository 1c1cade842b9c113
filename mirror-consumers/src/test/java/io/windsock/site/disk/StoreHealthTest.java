package io.windsock.site.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class StoreHealthTest {
  private static final String FILE = "While open a file for random read: /d/db/000012.sst: ";

  /** What a failed read, and a failed write, say about the files; empty: nothing. */
  @ParameterizedTest
  @CsvSource({
    "Corruption, block checksum mismatch, DAMAGED, DAMAGED",
    "IOError, No such file or directory, DAMAGED, DAMAGED",
    "IOError, Input/output error, DAMAGED, DAMAGED",
    "IOError, No space left on device, UNWRITABLE, UNWRITABLE",
    "IOError, Read-only file system, UNWRITABLE, UNWRITABLE",
    "IOError, Too many open files, , UNWRITABLE",
    "IOError, Too many open files in system, , UNWRITABLE",
  })
  void shouldTellAFaultOfTheDiskFromAWantOfDescriptors(
      Status.Code code,
      String message,
      DiskFault.@Nullable Kind read,
      DiskFault.@Nullable Kind written) {
    RocksDBException cause =
        new RocksDBException(FILE + message, new Status(code, Status.SubCode.None, null));
    StoreHealth reader = new StoreHealth();
    StoreHealth writer = new StoreHealth();
    reader.readFailed("reading", cause);
    writer.writeFailed("writing", cause);

    assertThat(kind(reader)).isEqualTo(read);
    assertThat(kind(writer)).isEqualTo(written);
  }

  private static DiskFault.@Nullable Kind kind(StoreHealth health) {
    DiskFault fault = health.fault();
    return fault == null ? null : fault.kind();
  }
}
