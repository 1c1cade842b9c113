package io.windsock.rules.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Short ids for rules: the first bytes of the SHA-256 of their text. */
final class Fingerprint {
  private static final int SET_BYTES = 8;

  private Fingerprint() {}

  /** Returns 24 bits, never 0. */
  static int ruleId(String identity) {
    byte[] hash = hash(identity);
    int id = (hash[0] & 0xff) << 16 | (hash[1] & 0xff) << 8 | (hash[2] & 0xff);
    return id == 0 ? 1 : id;
  }

  static String of(String text) {
    return HexFormat.of().formatHex(Arrays.copyOf(hash(text), SET_BYTES));
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
