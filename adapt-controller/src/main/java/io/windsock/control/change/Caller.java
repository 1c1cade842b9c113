package io.windsock.control.change;

import io.windsock.contracts.call.EpochMismatchException;
import org.jspecify.annotations.Nullable;

/**
 * Who calls the mirroring API, and what they have seen.
 *
 * @param who in words, for the record
 * @param ifEpoch the epoch that the parameters must be at for a change to be made; null: any
 */
public record Caller(String who, @Nullable Long ifEpoch) {
  /** A caller whose changes are made whatever the epoch is. */
  public static Caller named(String who) {
    return new Caller(who, null);
  }

  /**
   * Refuses a change of parameters that the caller has not seen.
   *
   * @param epoch that the parameters are at
   * @throws EpochMismatchException if it is not the one that the caller names
   */
  public void require(long epoch) {
    if (ifEpoch != null && ifEpoch != epoch) {
      throw new EpochMismatchException(ifEpoch, epoch);
    }
  }
}
