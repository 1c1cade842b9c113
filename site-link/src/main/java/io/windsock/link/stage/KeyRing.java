package io.windsock.link.stage;

import org.jspecify.annotations.Nullable;

/**
 * Where keys come from: a file, or a key management service. Implementations may be called by any
 * thread, for every frame, and so must not wait for long.
 */
public interface KeyRing {
  /** Returns the key with which to encrypt from now on. */
  LinkKey active();

  /** Returns the key of this id; null if there is none. */
  @Nullable LinkKey find(String id);
}
