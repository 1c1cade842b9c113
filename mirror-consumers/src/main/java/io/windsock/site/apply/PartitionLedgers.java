package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import io.windsock.site.state.LeaderEpochs;
import io.windsock.site.state.PartitionLedger;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.StateWriter;
import java.util.List;
import java.util.Optional;

/** The ledgers of all partitions and the position, as of the record last received. */
final class PartitionLedgers {
  private final long epoch;
  private final List<PartitionLedger> ledgers;
  private final boolean[] touched;
  private final long[] next;
  private LeaderEpochs leaders;

  PartitionLedgers(SiteState state, int[] typeIds) {
    epoch = state.token().epoch();
    try (SiteSnapshot snapshot = state.snapshot()) {
      ledgers = snapshot.ledgers();
    }
    ledgers.forEach(ledger -> ledger.countTypes(typeIds));
    next = state.token().offsets();
    leaders = state.leaders();
    touched = new boolean[next.length];
  }

  /** A partition's ledger, to be changed and therefore written with this batch. */
  PartitionLedger change(int partition) {
    touched[partition] = true;
    return ledgers.get(partition);
  }

  /** A partition's ledger, to be read only. */
  PartitionLedger get(int partition) {
    return ledgers.get(partition);
  }

  int partitions() {
    return next.length;
  }

  void received(int partition, long offset) {
    next[partition] = offset + 1;
  }

  /** The epoch of the leader that appended the record last received, if known. */
  void led(int partition, Optional<Integer> leaderEpoch) {
    if (!leaders.of(partition).equals(leaderEpoch)) {
      leaders = leaders.with(partition, leaderEpoch);
    }
  }

  LeaderEpochs leaders() {
    return leaders;
  }

  Token token() {
    return new Token(epoch, next);
  }

  void write(StateWriter writer) {
    for (int p = 0; p < touched.length; p++) {
      if (touched[p]) {
        writer.ledger(p, ledgers.get(p));
        touched[p] = false;
      }
    }
  }
}
