package io.windsock.gateway.core;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Rendezvous;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which gateways share a call, and in which order, as the model of the checker has it. */
final class ModelRanks {
  private ModelRanks() {}

  /**
   * Returns the gateways that share a call with the one that got it.
   *
   * @param others the other gateways alive
   * @param hash of the caller's name and id
   */
  static Set<String> sharing(Set<String> others, Call call, long hash) {
    Set<String> asked = new HashSet<>(others);
    if (!call.gateways().isEmpty()) {
      asked.retainAll(call.gateways());
    }
    List<String> ranked =
        asked.stream()
            .sorted(Comparator.comparingLong(name -> -(score(hash, name) >> 1)))
            .limit(call.copies() - 1L)
            .toList();
    return new HashSet<>(ranked);
  }

  /** Returns those of them that rank before the gateway {@code self}. */
  static Set<String> ahead(Set<String> sharing, String self, long hash) {
    Set<String> ahead = new HashSet<>(sharing);
    ahead.removeIf(name -> score(hash, name) < score(hash, self));
    return ahead;
  }

  private static long score(long hash, String name) {
    return Rendezvous.score(hash, Rendezvous.hash(name));
  }
}
