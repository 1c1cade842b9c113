package io.windsock.site.testing;

import io.windsock.contracts.position.Token;
import io.windsock.site.state.RowVisitor;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.PartitionLedger;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A snapshot that counts the states it hands out: what reading a view or changes costs. */
final class CountingSnapshot implements SiteSnapshot {
  private final SiteSnapshot snapshot;
  private final AtomicLong read;

  CountingSnapshot(SiteSnapshot snapshot, AtomicLong read) {
    this.snapshot = snapshot;
    this.read = read;
  }

  private RowVisitor counting(RowVisitor visitor) {
    return (key, state) -> {
      read.incrementAndGet();
      return visitor.row(key, state);
    };
  }

  @Override
  public Token token() {
    return snapshot.token();
  }

  @Override
  public long batch() {
    return snapshot.batch();
  }

  @Override
  public byte[] state(byte[] key) {
    read.incrementAndGet();
    return snapshot.state(key);
  }

  @Override
  public void view(String view, String group, RowVisitor visitor) {
    snapshot.view(view, group, counting(visitor));
  }

  @Override
  public Token changedSince(Token token, RowVisitor visitor) {
    return snapshot.changedSince(token, counting(visitor));
  }

  @Override
  public boolean changesExceed(Token token, String view, String group, int rowsPerChange) {
    return snapshot.changesExceed(token, view, group, rowsPerChange);
  }

  @Override
  public void all(RowVisitor visitor) {
    snapshot.all(counting(visitor));
  }

  @Override
  public long keys() {
    return snapshot.keys();
  }

  @Override
  public List<PartitionLedger> ledgers() {
    return snapshot.ledgers();
  }

  @Override
  public Digest digest(boolean verify) {
    return snapshot.digest(verify);
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
