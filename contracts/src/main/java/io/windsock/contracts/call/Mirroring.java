package io.windsock.contracts.call;

/** Makes calls of the mirroring API for one caller. Any thread may use it. */
public interface Mirroring {
  /**
   * Makes a call, and waits until its parameters are written. The topology takes them over at its
   * next marker.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if the call does not fit the
   *     parameters: it names what is not known, say; nothing has changed
   * @throws EpochMismatchException if the caller names an epoch and the parameters are at another;
   *     nothing has changed
   */
  Written make(MirroringCall call);
}
