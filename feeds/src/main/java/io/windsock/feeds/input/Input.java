package io.windsock.feeds.input;

import com.github.luben.zstd.ZstdInputStream;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.feeds.FeedStats;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * An opened file or standard input, decompressed while reading. Compression is detected by content,
 * not by name. Owned by one thread.
 */
public final class Input implements Closeable {
  /** The name of standard input. */
  public static final String STANDARD_INPUT = "-";

  /** The number of decompressed bytes that are examined to detect the format. */
  public static final int SAMPLE_BYTES = 64 * 1024;

  /** The most that are examined where the first line is longer than that. */
  static final int LONGEST_SAMPLE_BYTES = 4 << 20;

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int MAGIC_BYTES = 4;
  private static final int MAX_ZSTD_WINDOW_LOG = 27;

  private final String name;
  private final Compressed compressed;
  private final String compression;
  private final InputStream unpacked;
  private final long size;

  private Input(String name, Compressed compressed, long size) throws IOException {
    this.name = name;
    this.compressed = compressed;
    this.size = size;
    PushbackInputStream peeked = new PushbackInputStream(compressed, MAGIC_BYTES);
    byte[] magic = new byte[MAGIC_BYTES];
    int length = peeked.readNBytes(magic, 0, MAGIC_BYTES);
    peeked.unread(magic, 0, length);
    this.compression = compression(magic, length);
    this.unpacked = new BufferedInputStream(new Unpacked(unpack(peeked)), BUFFER_BYTES);
  }

  /**
   * Opens a file, or standard input for {@code -}.
   *
   * @throws IOException if it can't be opened or its start can't be read
   */
  public static Input open(String name) throws IOException {
    if (name.equals(STANDARD_INPUT)) {
      return of(name, System.in, -1);
    }
    // Closed with the input, or below if that can't be created.
    FileInputStream file = new FileInputStream(name);
    try {
      return of(name, file, file.getChannel().size());
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Reads {@code in} under a name.
   *
   * @param size the compressed size of {@code in} in bytes; negative: unknown
   * @throws ConfigurationException if it is compressed and its very start is corrupt
   */
  public static Input of(String name, InputStream in, long size) throws IOException {
    try {
      return new Input(name, new Compressed(in), size);
    } catch (CorruptInputException e) {
      throw ConfigurationException.of(name, "can't be read: " + e.reason());
    }
  }

  private static String compression(byte[] magic, int length) {
    if (length >= 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b) {
      return "gzip";
    }
    boolean zstd =
        length == MAGIC_BYTES
            && (magic[0] & 0xff) == 0x28
            && (magic[1] & 0xff) == 0xb5
            && magic[2] == 0x2f
            && (magic[3] & 0xff) == 0xfd;
    return zstd ? "zstd" : "plain";
  }

  private InputStream unpack(InputStream packed) throws IOException {
    try {
      if (compression.equals("gzip")) {
        return new GZIPInputStream(packed, BUFFER_BYTES);
      }
      if (compression.equals("zstd")) {
        return new ZstdInputStream(packed).setLongMax(MAX_ZSTD_WINDOW_LOG);
      }
      return packed;
    } catch (IOException e) {
      throw compressed.failed ? e : corrupt(e);
    }
  }

  /** Returns the name as given. */
  public String name() {
    return name;
  }

  /** Returns {@code plain}, {@code gzip} or {@code zstd}. */
  public String compression() {
    return compression;
  }

  /**
   * Returns the decompressed bytes. Reading throws {@link CorruptInputException} at corrupt
   * compressed data.
   */
  public InputStream stream() {
    return unpacked;
  }

  /**
   * Returns the decompressed start, up to {@link #SAMPLE_BYTES}, without consuming it; of a file,
   * to the end of a longer first line of up to {@link #LONGEST_SAMPLE_BYTES}. On a pipe, it returns
   * the bytes received so far once they contain a line, so that a slow live feed does not block.
   *
   * @throws CorruptInputException if nothing can be decompressed
   */
  public byte[] start() throws IOException {
    unpacked.mark(LONGEST_SAMPLE_BYTES);
    byte[] start = new byte[SAMPLE_BYTES];
    int length = 0;
    boolean line = false;
    try {
      while (length < mostOf(start, line) && !(size < 0 && line && unpacked.available() == 0)) {
        if (length == start.length) {
          start = Arrays.copyOf(start, 2 * length);
        }
        int read = unpacked.read(start, length, start.length - length);
        if (read < 0) {
          break;
        }
        for (int i = length; i < length + read; i++) {
          line |= start[i] == '\n';
        }
        length += read;
      }
    } catch (CorruptInputException e) {
      if (length == 0) {
        throw e;
      }
      // Use the part that can be decompressed; reading will reach the corruption and report it.
    }
    unpacked.reset();
    return Arrays.copyOf(start, length);
  }

  /** A pipe may be slow, so that waiting for the end of a long line takes long. */
  private int mostOf(byte[] start, boolean line) {
    return line || size < 0 ? start.length : LONGEST_SAMPLE_BYTES;
  }

  /**
   * Returns the fraction of the file read so far, 0 to 1; {@link FeedStats#UNKNOWN} if its size is
   * unknown.
   */
  public double progress() {
    if (size < 0) {
      return FeedStats.UNKNOWN;
    }
    return size == 0 ? 1 : Math.min(1.0, (double) compressed.count / size);
  }

  @Override
  public void close() throws IOException {
    unpacked.close();
  }

  private CorruptInputException corrupt(IOException e) {
    boolean cut = e instanceof EOFException || String.valueOf(e.getMessage()).contains("runcated");
    String what = cut ? " data is cut short" : " data is corrupt: " + e.getMessage();
    return new CorruptInputException(compression + what, e);
  }

  /** Counts the bytes read, and records whether reading itself failed. */
  private static final class Compressed extends FilterInputStream {
    private long count;
    private boolean failed;

    Compressed(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      return single(this);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        int read = in.read(target, offset, length);
        count += Math.max(read, 0);
        return read;
      } catch (IOException e) {
        failed = true;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      if (in != System.in) {
        in.close();
      }
    }
  }

  /** Distinguishes corrupt data from a failing disk. */
  private final class Unpacked extends FilterInputStream {
    Unpacked(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      return single(this);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return in.read(target, offset, length);
      } catch (IOException e) {
        throw compressed.failed ? e : corrupt(e);
      }
    }

    @Override
    public int available() throws IOException {
      return compressed.available();
    }
  }

  private static int single(InputStream in) throws IOException {
    byte[] one = new byte[1];
    return in.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }
}
