package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.PartitionLedger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site's state at one position: every read of one snapshot sees the same batch. Any thread may
 * take one, one thread at a time may use it, and it must be closed soon: while it is open, RocksDB
 * keeps what has been overwritten since, and the site can't close.
 */
public interface SiteSnapshot extends AutoCloseable {
  /** The position: everything before it is in this snapshot, and nothing after it. */
  Token token();

  /** Number of the last batch in this snapshot; from 1, 0 before the first. */
  long batch();

  /** The framed state of {@code key} (UTF-8); null if no event of it was applied. */
  byte @Nullable [] state(byte[] key);

  /**
   * The rows of a view, in its order.
   *
   * @param view the view's name
   * @param group the value of the view's parameter; empty for a view without one
   */
  void view(String view, String group, RowVisitor visitor);

  /**
   * Every key that an event at or after {@code token} changed, once, in the order of its last
   * change within its partition. Costs what has changed, however old the token is.
   *
   * @return how far it got: this snapshot's {@link #token}, or, where the visitor stopped, a token
   *     from which to go on, with this snapshot or with a later one
   * @throws IllegalArgumentException if the token belongs to another topic or epoch
   */
  Token changedSince(Token token, RowVisitor visitor);

  /**
   * Whether more keys have changed since {@code token} than their share of a view's rows: whether
   * {@code rowsPerChange} times as many as it has. Reads indexes alone, and of both together at
   * most one entry for each row, and one.
   *
   * @param token comparable to this snapshot's
   * @param view the view's name
   * @param group the value of the view's parameter; empty for a view without one
   */
  boolean changesExceed(Token token, String view, String group, int rowsPerChange);

  /** Every key, in byte order. */
  void all(RowVisitor visitor);

  /** Number of keys. */
  long keys();

  /** What is known of each partition, copies; in the order of partitions. */
  List<PartitionLedger> ledgers();

  /**
   * The digest of the state.
   *
   * @param verify whether to compute it a second time by reading all of the state
   */
  Digest digest(boolean verify);

  @Override
  void close();
}
