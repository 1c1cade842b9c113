package io.windsock.contracts.query;

/**
 * Rendezvous hashing (Thaler and Ravishankar, "Using name-based mappings to increase hit rates",
 * 1998): each pair of a call and a member has a score, and members rank by descending score. A
 * member's loss or return moves only the calls for which it ranks first. All requesters and
 * gateways compute the same ranks: of the gateways that share a call, the first is its primary and
 * the second its backup. The id that counts is the one between gateways and sites ({@link
 * Call#MAX_WIRE_ID_CHARS}).
 */
public final class Rendezvous {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Rendezvous() {}

  /** Returns the 64-bit hash of an id or a name: FNV-1a over its characters, then mixed. */
  public static long hash(CharSequence text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return mix(hash);
  }

  /**
   * Returns the score of a member for a call; signed. Members with different hashes have different
   * scores.
   *
   * @param call the hash of the call's id
   * @param member the hash of the member's name
   */
  public static long score(long call, long member) {
    return mix(call ^ member);
  }

  /** A bijection in which each bit depends on every bit: the finalizer of MurmurHash3. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return z ^ (z >>> 33);
  }
}
