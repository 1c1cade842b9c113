package io.windsock.embedded;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.bootstrap.BootstrapDirectory;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.common.TransactionVersion;
import org.jspecify.annotations.Nullable;

/**
 * The broker's folder: locked against a second broker while open, formatted on first use, and
 * deleted on close if it is temporary.
 */
final class DataDirectory implements AutoCloseable {
  private static final String LOCK_FILE = "broker.lock";

  /** The file with the cluster's id, which formatting writes last. */
  private static final String WRITTEN_LAST = "meta.properties";

  private final Path path;
  private final boolean temporary;
  private final FileChannel lockFile;

  private DataDirectory(Path path, boolean temporary, FileChannel lockFile) {
    this.path = path;
    this.temporary = temporary;
    this.lockFile = lockFile;
  }

  static DataDirectory open(@Nullable Path given) {
    try {
      Path path =
          given == null ? Files.createTempDirectory("windsock-broker") : given.toAbsolutePath();
      Files.createDirectories(path);
      return new DataDirectory(path, given == null, lock(path));
    } catch (IOException e) {
      throw new BrokerStartException(
          "can't use the folder " + given + " (" + e + "): choose one that can be written", e);
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This process holds the lock; handled below like a lock of another process.
    }
    channel.close();
    throw new BrokerStartException(
        "a broker already runs on " + path + ": stop it, or choose another folder");
  }

  Path path() {
    return path;
  }

  /** Returns the folder for Kafka's logs and metadata. */
  Path logs() {
    return path.resolve("log");
  }

  /** Formats the folder for node {@code nodeId}, unless it is already formatted. */
  void format(int nodeId, String controllerListener) {
    if (Files.exists(logs().resolve(WRITTEN_LAST))) {
      return;
    }
    try (PrintStream silent = new PrintStream(PrintStream.nullOutputStream())) {
      new Formatter()
          .setPrintStream(silent)
          .setNodeId(nodeId)
          .setClusterId(Uuid.randomUuid().toString())
          .setDirectories(List.of(logs().toString()))
          .setMetadataLogDirectory(logs().toString())
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setFeatureLevel(TransactionVersion.FEATURE_NAME, TransactionVersion.TV_2.featureLevel())
          .setControllerListenerName(controllerListener)
          .setIgnoreFormatted(true)
          .run();
    } catch (Exception e) {
      throw new BrokerStartException(
          "can't format " + logs() + " (" + e.getMessage() + "): delete it, or choose another", e);
    }
  }

  /** Returns the properties that formatting wrote, including the cluster's id. */
  MetaPropertiesEnsemble properties() {
    try {
      return new MetaPropertiesEnsemble.Loader()
          .addLogDirs(List.of(logs().toString()))
          .addMetadataLogDir(logs().toString())
          .load();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the features of a new cluster. */
  BootstrapMetadata bootstrapMetadata() {
    try {
      return new BootstrapDirectory(logs().toString()).read();
    } catch (Exception e) {
      throw new BrokerStartException(
          "can't read " + logs() + " (" + e.getMessage() + "): delete it, or choose another", e);
    }
  }

  @Override
  public void close() {
    try {
      lockFile.close();
      if (temporary) {
        Files.walkFileTree(path, new Deletion());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the files, then the folders that contained them. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
