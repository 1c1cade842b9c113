package io.windsock.evaluation.machine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Leaves the machine hardly any free memory, by reading a file of holes into the page cache: it
 * takes no disk, and the kernel drops its pages for whatever needs memory. On a virtual machine
 * free memory is slow, because the host may have taken it back and has to provide it anew, page by
 * page, when it is first written. What brokers write would then cost twice as much as in memory
 * that is in use, until there is none free. A thread reads further when files that were deleted
 * have left memory free. Started and closed by one thread.
 */
public final class MemoryFill implements AutoCloseable {
  /** The free memory at which nothing more is read; the kernel keeps about half of it anyway. */
  private static final long KEEP_BYTES = 512L << 20;

  /** Machines with more memory would take minutes to fill, and are seldom virtual. */
  private static final long MOST_BYTES = 64L << 30;

  private static final int CHUNK_BYTES = 1 << 20;

  /** How much is read between two looks. */
  private static final int CHUNKS = 64;

  private static final long LOOK_EVERY_MS = 100;
  private static final double BYTES_PER_GB = 1 << 30;

  private final WorkFolder folder;
  private final FileChannel file;
  private final FreeMemory free;
  private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
  private final Thread thread = new Thread(this::keepFull, "memory-fill");
  private long at;
  private volatile long bytes;
  private volatile String state;

  /** How much memory there is, and how much of it is free. */
  interface FreeMemory {
    /** Returns the bytes of all memory. */
    long total();

    /** Returns the bytes that nothing uses. */
    long free();
  }

  private MemoryFill(WorkFolder folder, FreeMemory free) throws IOException {
    this.folder = folder;
    this.free = free;
    try (RandomAccessFile created =
        new RandomAccessFile(folder.path().resolve("holes").toFile(), "rw")) {
      created.setLength(Math.max(CHUNK_BYTES, free.total()));
    }
    file = FileChannel.open(folder.path().resolve("holes"));
    state = fill();
    thread.setDaemon(true);
    if (isFull()) {
      thread.start();
    }
  }

  /** Fills the machine's memory; returns when that is done, which takes half a minute for 24 GB. */
  public static MemoryFill start() throws IOException {
    return start(new MemoryInfo());
  }

  /** As the other, with memory of a test's. */
  static MemoryFill start(FreeMemory free) throws IOException {
    WorkFolder folder = WorkFolder.create();
    try {
      return new MemoryFill(folder, free);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private boolean isFull() {
    return free.free() <= KEEP_BYTES;
  }

  private String fill() throws IOException {
    if (free.total() > MOST_BYTES) {
      return "not filled: there is too much";
    }
    for (long read = 0; !isFull(); read += CHUNK_BYTES) {
      if (read > free.total()) {
        return "not filled: the folder for temporary files is no disk";
      }
      readChunk();
    }
    return "kept in use";
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes: first the creator, then its own
  private void readChunk() throws IOException {
    chunk.clear();
    int read = file.read(chunk, at);
    at = read < CHUNK_BYTES ? 0 : at + read;
    bytes += Math.max(0, read);
  }

  private void keepFull() {
    try {
      while (true) {
        for (int i = 0; i < CHUNKS && !isFull(); i++) {
          readChunk();
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
      }
    } catch (InterruptedException | ClosedByInterruptException e) {
      // It is closed.
    } catch (IOException e) {
      state = "no longer kept in use: " + e.getMessage();
    }
  }

  /** Returns what became of the memory, in words. */
  public String text() {
    return String.format(Locale.ROOT, "%s; %.1f GB read into it", state, bytes / BYTES_PER_GB);
  }

  /** Returns how many bytes were read. */
  long bytes() {
    return bytes;
  }

  /** Gives the memory free. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      if (thread.isAlive()) {
        thread.join();
      }
      file.close();
      folder.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
