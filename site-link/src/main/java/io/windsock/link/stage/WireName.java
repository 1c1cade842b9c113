package io.windsock.link.stage;

import io.windsock.contracts.query.codec.AvroInput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.util.regex.Pattern;

/**
 * The names that a peer sends: of links, keys and topics. They get into logs and into messages to
 * people before anybody has proven a key, so they have no character that could forge a line there.
 */
public final class WireName {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]*");

  private WireName() {}

  /**
   * Reads a name, which may be empty.
   *
   * @param what whose name it is, for messages
   * @param maxBytes its most bytes
   * @throws MalformedBatchException if it is longer, or has other characters than letters, digits,
   *     dots, dashes and underscores; the message does not repeat it
   */
  public static String read(AvroInput in, String what, int maxBytes)
      throws MalformedBatchException {
    String name = in.text(what, maxBytes);
    if (!LEGAL.matcher(name).matches()) {
      throw new MalformedBatchException(
          what + ": other characters than letters, digits, dots, dashes or underscores");
    }
    return name;
  }
}
