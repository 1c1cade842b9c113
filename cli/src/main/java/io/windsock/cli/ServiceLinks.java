package io.windsock.cli;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Recognizes the variables by which Kubernetes describes every Service of a pod's namespace. Those
 * of a Service whose name begins with {@code windsock} resemble Windsock's own variables.
 */
final class ServiceLinks {
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("WINDSOCK(_.*)?_SERVICE_(HOST|PORT(_.*)?)");
  private static final Pattern PART_OF_LINK =
      Pattern.compile("WINDSOCK(_.*)?_PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?");

  /**
   * A name that is also an option's, such as {@code WINDSOCK_PORT}: the value distinguishes the
   * two.
   */
  private static final Pattern LINK = Pattern.compile("WINDSOCK(_.*)?_PORT");

  private static final Pattern LINK_VALUE = Pattern.compile("(tcp|udp|sctp)://.+:\\d+");

  private ServiceLinks() {}

  /** Whether a variable describes a Service. */
  static boolean has(Map.Entry<String, String> variable) {
    String name = variable.getKey();
    return HOST_AND_PORT.matcher(name).matches()
        || PART_OF_LINK.matcher(name).matches()
        || (LINK.matcher(name).matches() && LINK_VALUE.matcher(variable.getValue()).matches());
  }
}
