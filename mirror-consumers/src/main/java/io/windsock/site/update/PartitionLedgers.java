package io.windsock.site.update;

import io.windsock.contracts.position.Token;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.StateWriter;
import io.windsock.site.state.form.LeaderEpochs;
import io.windsock.site.state.form.PartitionLedger;
import java.util.List;
import java.util.Optional;

/** The ledgers of all partitions and the position, as of the record last received. */
public final class PartitionLedgers {
  private final long epoch;
  private final List<PartitionLedger> ledgers;
  private final boolean[] touched;
  private final long[] next;
  private LeaderEpochs leaders;

  public PartitionLedgers(SiteState state, int[] typeIds) {
    epoch = state.token().epoch();
    try (SiteSnapshot snapshot = state.snapshot()) {
      ledgers = snapshot.ledgers();
    }
    ledgers.forEach(ledger -> ledger.countTypes(typeIds));
    next = state.token().offsets();
    leaders = state.leaders();
    touched = new boolean[next.length];
  }

  /** A partition's ledger for modification. It is written with this batch. */
  public PartitionLedger change(int partition) {
    touched[partition] = true;
    return ledgers.get(partition);
  }

  /** A partition's ledger for reading only. */
  public PartitionLedger get(int partition) {
    return ledgers.get(partition);
  }

  public int partitions() {
    return next.length;
  }

  public void received(int partition, long offset) {
    next[partition] = offset + 1;
  }

  /** Sets the epoch of the leader that appended the last record received, if known. */
  public void led(int partition, Optional<Integer> leaderEpoch) {
    if (!leaders.of(partition).equals(leaderEpoch)) {
      leaders = leaders.with(partition, leaderEpoch);
    }
  }

  public LeaderEpochs leaders() {
    return leaders;
  }

  /** The position after the last record received. */
  public Token token() {
    return new Token(epoch, next);
  }

  public void write(StateWriter writer) {
    for (int p = 0; p < touched.length; p++) {
      if (touched[p]) {
        writer.ledger(p, ledgers.get(p));
        touched[p] = false;
      }
    }
  }
}
