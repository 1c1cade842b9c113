package io.windsock.site.state;

/** Takes the rows of one read of a site's state, in the read's order. */
@FunctionalInterface
public interface RowVisitor {
  /**
   * One key and its state. Both arrays are the visitor's own.
   *
   * @param key the key, UTF-8
   * @param state the framed state
   * @return whether to go on
   */
  boolean row(byte[] key, byte[] state);
}
