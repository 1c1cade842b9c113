package io.windsock.site.state;

/** Receives the rows of one read of a site's state, in the read's order. */
@FunctionalInterface
public interface RowVisitor {
  /**
   * Receives one key and its state. The visitor owns both arrays.
   *
   * @param key the key, UTF-8
   * @param state the framed state
   * @return whether to continue
   */
  boolean row(byte[] key, byte[] state);
}
