package io.windsock.evaluation.link.lab;

/**
 * An address of TCP.
 *
 * @param host a name or an IP address
 */
public record Address(String host, int port) {
  private static final String LOOPBACK = "127.0.0.1";

  /** Returns that of a port of the loopback interface. */
  public static Address local(int port) {
    return new Address(LOOPBACK, port);
  }
}
