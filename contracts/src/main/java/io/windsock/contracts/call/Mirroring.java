package io.windsock.contracts.call;

/** Executes calls of the mirroring API for one caller. Thread-safe. */
public interface Mirroring {
  /**
   * Executes a call and waits until its parameters are written. The topology applies them at its
   * next marker.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if the call does not fit the
   *     parameters, for example because it names an unknown type; nothing has changed
   * @throws EpochMismatchException if the caller names an epoch other than the parameters' current
   *     one; nothing has changed
   */
  Written make(MirroringCall call);
}
