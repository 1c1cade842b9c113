package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.PartitionLedger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site's state at one position. All reads of one snapshot see the same batch. Any thread may take
 * a snapshot, but only one thread at a time may use it. Close it soon: while it is open, RocksDB
 * keeps data that was overwritten since, and the site can't close.
 */
public interface SiteSnapshot extends AutoCloseable {
  /** The position: the snapshot contains exactly the records before it. */
  Token token();

  /** Number of the last batch in this snapshot, counted from 1; 0 before the first. */
  long batch();

  /** The framed state of {@code key} (UTF-8); null if no event of the key was applied. */
  byte @Nullable [] state(byte[] key);

  /**
   * Visits the rows of a view, in its order.
   *
   * @param view the view's name
   * @param group the value of the view's parameter; empty for a view without one
   */
  void view(String view, String group, RowVisitor visitor);

  /**
   * Visits every key changed by an event at or after {@code token}, once each, in the order of its
   * last change within its partition. The cost depends on the number of changed keys, not on the
   * token's age.
   *
   * @return how far the read got: this snapshot's {@link #token} or, if the visitor stopped, a
   *     token from which to continue with this or a later snapshot
   * @throws IllegalArgumentException if the token belongs to another topic or epoch
   */
  Token changedSince(Token token, RowVisitor visitor);

  /**
   * Whether {@code rowsPerChange} times the number of keys changed since {@code token} exceeds the
   * number of rows of a view. Reads only indexes, and in total at most one entry more than the view
   * has rows. Changes that take too long to count exceed any view; if rows do, up to 1,000 changes
   * do not exceed them.
   *
   * @param token comparable to this snapshot's
   * @param view the view's name
   * @param group the value of the view's parameter; empty for a view without one
   */
  boolean changesExceed(Token token, String view, String group, int rowsPerChange);

  /** Visits every key, in byte order. */
  void all(RowVisitor visitor);

  /** The number of keys. */
  long keys();

  /** Copies of the partitions' ledgers, in the order of partitions. */
  List<PartitionLedger> ledgers();

  /**
   * The digest of the state.
   *
   * @param verify whether to recompute it by reading the whole state
   */
  Digest digest(boolean verify);

  @Override
  void close();
}
