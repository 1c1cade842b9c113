package io.windsock.platform.http.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses complete bodies. */
public final class Gzip {
  /** Shorter bodies are not compressed. */
  public static final int WORTHWHILE_BYTES = 1024;

  private Gzip() {}

  /** Returns the body in gzip format. */
  public static byte[] compress(byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
