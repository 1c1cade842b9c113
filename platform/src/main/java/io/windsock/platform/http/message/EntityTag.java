package io.windsock.platform.http.message;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Strong entity tags: a hash of the exact bytes. */
public final class EntityTag {
  private static final int HASH_BYTES = 16;

  private EntityTag() {}

  /** Returns the {@code ETag} of {@code body}, in quotes. */
  public static String of(byte[] body) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
      return '"' + HexFormat.of().formatHex(hash, 0, HASH_BYTES) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
