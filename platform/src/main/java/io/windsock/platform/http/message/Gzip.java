package io.windsock.platform.http.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses whole bodies. */
public final class Gzip {
  /** Shorter bodies are sent as they are. */
  public static final int WORTHWHILE_BYTES = 1024;

  private Gzip() {}

  /** The body in gzip's format. */
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
