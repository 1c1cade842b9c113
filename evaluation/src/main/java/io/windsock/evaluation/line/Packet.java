package io.windsock.evaluation.line;

/** An IPv4 packet on its way. Not thread-safe. */
final class Packet {
  private static final int VERSION_4 = 4;
  private static final int TCP = 6;
  private static final int MIN_BYTES = 20;
  private static final int PROTOCOL = 9;
  private static final int SOURCE = 12;
  private static final int DESTINATION = 16;
  private static final int ADDRESS_BYTES = 4;
  private static final int WORD_BYTES = 4;
  private static final int HALF_BYTE = 0xf;
  private static final int HALF_BYTE_BITS = 4;
  private static final int BYTE = 0xff;

  private final byte[] bytes;

  Packet(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns its bytes, which are not copied. */
  byte[] bytes() {
    return bytes;
  }

  /** Whether it is one of TCP, over IPv4. */
  boolean isTcp() {
    return bytes.length >= MIN_BYTES
        && (bytes[0] >> HALF_BYTE_BITS) == VERSION_4
        && bytes[PROTOCOL] == TCP
        && bytes.length >= headerBytes() + WORD_BYTES;
  }

  private int headerBytes() {
    return (bytes[0] & HALF_BYTE) * WORD_BYTES;
  }

  /** Returns the port that a packet of TCP is for. */
  int destinationPort() {
    int at = headerBytes() + 2;
    return ((bytes[at] & BYTE) << Byte.SIZE) | (bytes[at + 1] & BYTE);
  }

  /** Exchanges source and destination. Checksums stay right: they are sums. */
  void exchangeAddresses() {
    for (int i = 0; i < ADDRESS_BYTES; i++) {
      byte from = bytes[SOURCE + i];
      bytes[SOURCE + i] = bytes[DESTINATION + i];
      bytes[DESTINATION + i] = from;
    }
  }
}
