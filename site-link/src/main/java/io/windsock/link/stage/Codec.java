package io.windsock.link.stage;

import io.windsock.contracts.query.codec.MalformedBatchException;

/** How a part is compressed. */
public enum Codec {
  /** Not at all. */
  PLAIN(0),
  /** Zstandard. */
  ZSTD(1),
  /** LZ4, block format. */
  LZ4(2);

  private final int code;

  Codec(int code) {
    this.code = code;
  }

  /** Returns its number on the wire. */
  int code() {
    return code;
  }

  /**
   * Returns the codec of a number on the wire.
   *
   * @throws MalformedBatchException if there is none
   */
  static Codec of(int code) throws MalformedBatchException {
    for (Codec codec : values()) {
      if (codec.code == code) {
        return codec;
      }
    }
    throw new MalformedBatchException("codec: " + code);
  }
}
