package io.windsock.link.stage;

import org.jspecify.annotations.Nullable;

/**
 * Where keys come from: a file, or a key management service. Implementations may be called by any
 * thread, for every frame, and so must not wait for long. They may throw a {@link
 * KeyRingException}.
 */
public interface KeyRing {
  /**
   * No keys: frames are neither encrypted nor authenticated. For measurements of what encryption
   * costs, at both sides; no option of the command leads here. A receiver that has keys refuses the
   * frames of a sender without any, and the other way round.
   */
  KeyRing NONE =
      new KeyRing() {
        @Override
        public boolean encrypts() {
          return false;
        }

        @Override
        public LinkKey active() {
          throw new IllegalStateException("there are no keys");
        }

        @Override
        public @Nullable LinkKey find(String id) {
          return null;
        }
      };

  /** Returns a ring of one key. */
  static KeyRing of(LinkKey key) {
    return new KeyRing() {
      @Override
      public LinkKey active() {
        return key;
      }

      @Override
      public @Nullable LinkKey find(String id) {
        return id.equals(key.id()) ? key : null;
      }
    };
  }

  /** Returns whether frames are encrypted; only those of {@link #NONE} are not. */
  default boolean encrypts() {
    return true;
  }

  /** Returns the key with which to encrypt from now on. */
  LinkKey active();

  /** Returns the key of this id; null if there is none. */
  @Nullable LinkKey find(String id);
}
