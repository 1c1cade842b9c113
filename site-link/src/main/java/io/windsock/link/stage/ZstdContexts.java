package io.windsock.link.stage;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Contexts of Zstandard that are used again, instead of a new one for each batch and each sample of
 * one. There are as many as threads have ever compressed, or decompressed, at once. Safe for use
 * from any thread.
 */
final class ZstdContexts {
  private static final Deque<ZstdCompressCtx> COMPRESS = new ConcurrentLinkedDeque<>();
  private static final Deque<ZstdDecompressCtx> DECOMPRESS = new ConcurrentLinkedDeque<>();

  private ZstdContexts() {}

  static byte[] compress(byte[] plain, int level) {
    ZstdCompressCtx free = COMPRESS.poll();
    ZstdCompressCtx context = free == null ? new ZstdCompressCtx() : free;
    boolean done = false;
    try {
      byte[] packed = context.setLevel(level).compress(plain);
      done = true;
      return packed;
    } finally {
      end(context, done, COMPRESS, context::close);
    }
  }

  static byte[] decompress(byte[] packed, int plainBytes) {
    ZstdDecompressCtx free = DECOMPRESS.poll();
    ZstdDecompressCtx context = free == null ? new ZstdDecompressCtx() : free;
    boolean done = false;
    try {
      byte[] plain = context.decompress(packed, plainBytes);
      done = true;
      return plain;
    } finally {
      end(context, done, DECOMPRESS, context::close);
    }
  }

  /** One that failed is not used again. */
  private static <C> void end(C context, boolean done, Deque<C> free, Runnable close) {
    if (done) {
      free.push(context);
    } else {
      close.run();
    }
  }
}
