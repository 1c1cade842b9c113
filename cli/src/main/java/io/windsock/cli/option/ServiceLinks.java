package io.windsock.cli.option;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * The variables by which Kubernetes tells a pod of every Service of its namespace. Those of a
 * Service whose name begins with {@code windsock} look like Windsock's own, and are none.
 */
final class ServiceLinks {
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("WINDSOCK(_.*)?_SERVICE_(HOST|PORT(_.*)?)");
  private static final Pattern PART_OF_LINK =
      Pattern.compile("WINDSOCK(_.*)?_PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?");

  /** A name that options have too, as {@code WINDSOCK_PORT}: then the value tells them apart. */
  private static final Pattern LINK = Pattern.compile("WINDSOCK(_.*)?_PORT");

  private static final Pattern LINK_VALUE = Pattern.compile("(tcp|udp|sctp)://.+:\\d+");

  private ServiceLinks() {}

  /** Whether a variable is one of them. */
  static boolean has(Map.Entry<String, String> variable) {
    String name = variable.getKey();
    return HOST_AND_PORT.matcher(name).matches()
        || PART_OF_LINK.matcher(name).matches()
        || (LINK.matcher(name).matches() && LINK_VALUE.matcher(variable.getValue()).matches());
  }
}
