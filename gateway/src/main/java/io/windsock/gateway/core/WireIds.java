package io.windsock.gateway.core;

/**
 * The ids of calls between gateways and sites. That of a call is its caller's name, a colon and the
 * caller's id, so that all gateways that share the call use the same. But if this gateway recently
 * had a call of the same name and id, sites may still answer that one, which may have asked
 * something else. The later call then gets an id of this gateway's own. Owned by the core's thread.
 * Not final, so that tests can put in a faulty one.
 */
class WireIds {
  private static final int RADIX = 36;

  private final String gateway;
  private long given;

  /**
   * Creates the ids of a gateway.
   *
   * @param gateway its name
   * @param first the number of the first id of its own: another one after each start, as sites may
   *     still answer what it asked before
   */
  WireIds(String gateway, long first) {
    this.gateway = gateway;
    given = first;
  }

  /**
   * Returns the id of a call between gateways and sites.
   *
   * @param id its caller's name, a colon and the caller's id
   * @param lately whether this gateway recently had a call with the same one
   */
  String of(String id, boolean lately) {
    return lately ? gateway + '.' + Long.toString(given++, RADIX) : id;
  }

  /** Returns whether an id is a gateway's own; it has no colon then. */
  static boolean isOwn(String wireId) {
    return wireId.indexOf(':') < 0;
  }
}
