package io.windsock.link.pipeline;

import java.util.Locale;

/** The stages of a batch, in order. */
public enum StageName {
  /** Takes records from the source's log and encodes them. */
  ASSEMBLE(true, true, false),
  /** Compresses parts. */
  COMPRESS(true, true, true),
  /** Encrypts parts. */
  ENCRYPT(true, false, true),
  /** Sends frames. */
  SEND(true, false, false),
  /** Takes frames from the line and admits them. */
  RECEIVE(false, true, false),
  /** Decrypts parts. */
  DECRYPT(false, true, true),
  /** Decompresses and decodes parts. */
  DECOMPRESS(false, true, true),
  /** Writes the batch at the target, with its part of the transaction's commit. */
  WRITE(false, false, false),
  /** Replies. */
  REPLY(false, false, false);

  private final boolean primary;
  private final boolean first;
  private final boolean parallel;

  StageName(boolean primary, boolean first, boolean parallel) {
    this.primary = primary;
    this.first = first;
    this.parallel = parallel;
  }

  /** Returns whether it runs at the primary site. */
  public boolean primary() {
    return primary;
  }

  /** Returns whether it is in the first half of its site's stages, in a fine-grained pipeline. */
  public boolean first() {
    return first;
  }

  /** Returns whether several threads may work on parts of the same batch. */
  public boolean parallel() {
    return parallel;
  }

  /** Returns the name as a person reads it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
