package io.windsock.gateway.core.route;

/** The sites among which a policy chooses. A site has a slot, 0 to 63, while it is known. */
public interface Candidates {
  /** The most sites. */
  int MAX = Long.SIZE;

  /** Returns the slots of the sites that may get calls, a bit each. */
  long open();

  /**
   * Returns those of the open ones that are due for a call: a gateway prefers them among its own.
   * Of those that have just started, most are not.
   *
   * @param call the hash of the call's id
   */
  long due(long call);

  /** Returns the hash of the name of the site in {@code slot}. */
  long hash(int slot);

  /** Returns how many calls this gateway has sent to the site and that it has not answered. */
  int pending(int slot);
}
