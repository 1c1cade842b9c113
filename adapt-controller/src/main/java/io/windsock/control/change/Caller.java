package io.windsock.control.change;

import io.windsock.contracts.call.EpochMismatchException;
import org.jspecify.annotations.Nullable;

/**
 * The caller of the mirroring API, and the epoch it has seen.
 *
 * @param who a description for the record
 * @param ifEpoch the epoch that the parameters must be at for a change to be made; null for any
 */
public record Caller(String who, @Nullable Long ifEpoch) {
  /** Returns a caller whose changes apply at any epoch. */
  public static Caller named(String who) {
    return new Caller(who, null);
  }

  /**
   * Refuses a change to parameters that the caller has not seen.
   *
   * @param epoch the current epoch of the parameters
   * @throws EpochMismatchException if the caller names another epoch
   */
  public void require(long epoch) {
    if (ifEpoch != null && ifEpoch != epoch) {
      throw new EpochMismatchException(ifEpoch, epoch);
    }
  }
}
