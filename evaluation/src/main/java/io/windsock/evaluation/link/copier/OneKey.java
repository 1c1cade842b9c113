package io.windsock.evaluation.link.copier;

import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.LinkKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The key of an experiment's links, the same in both processes. It protects nothing. */
final class OneKey implements KeyRing {
  private static final String ID = "experiment";

  private final LinkKey key;

  OneKey() {
    byte[] secret = new byte[LinkKey.BYTES];
    Arrays.fill(secret, (byte) 1);
    key = new LinkKey(ID, secret);
  }

  @Override
  public LinkKey active() {
    return key;
  }

  @Override
  public @Nullable LinkKey find(String id) {
    return id.equals(ID) ? key : null;
  }
}
