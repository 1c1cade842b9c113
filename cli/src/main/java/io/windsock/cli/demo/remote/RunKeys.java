package io.windsock.cli.demo.remote;

import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.LinkKey;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** One key, drawn for this run and kept in memory: both sides of the demo's link have it. */
final class RunKeys implements KeyRing {
  private final LinkKey key;

  RunKeys() {
    byte[] secret = new byte[LinkKey.BYTES];
    new SecureRandom().nextBytes(secret);
    key = new LinkKey("demo", secret);
  }

  @Override
  public LinkKey active() {
    return key;
  }

  @Override
  public @Nullable LinkKey find(String id) {
    return id.equals(key.id()) ? key : null;
  }
}
