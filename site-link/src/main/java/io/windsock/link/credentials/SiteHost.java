package io.windsock.link.credentials;

import io.windsock.contracts.config.ConfigurationException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A site of a link.
 *
 * @param names the names and addresses by which the other site reaches it; at least one
 */
public record SiteHost(List<String> names) {
  private static final int LONGEST_NAME = 253;
  private static final Pattern NAME =
      Pattern.compile(
          "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");
  private static final Pattern IPV4 =
      Pattern.compile("(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");
  private static final Pattern NUMBERS = Pattern.compile("[\\d.]+");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

  /** Copies the names. */
  public SiteHost {
    names = List.copyOf(names);
  }

  /**
   * Reads names and addresses that are separated by commas.
   *
   * @throws ConfigurationException if one is neither a host's name nor an address
   */
  public static SiteHost parse(String text) {
    List<String> names = Arrays.asList(text.strip().split("\\s*,\\s*", -1));
    for (String name : names) {
      if (!isName(name) && !isAddress(name)) {
        throw ConfigurationException.of(
            "HOST",
            "'"
                + name
                + "' is neither the name of a host nor an address; name the host as the"
                + " other site connects to it, without a port");
      }
    }
    return new SiteHost(names);
  }

  private static boolean isName(String text) {
    return text.length() <= LONGEST_NAME
        && NAME.matcher(text).matches()
        && !NUMBERS.matcher(text).matches();
  }

  private static boolean isAddress(String text) {
    if (IPV4.matcher(text).matches()) {
      return true;
    }
    if (!IPV6.matcher(text).matches()) {
      return false;
    }
    try {
      // Nothing is looked up, as the colon makes it an address.
      return InetAddress.getByName(text).getHostAddress().contains(":");
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Returns the name of its folder. */
  String folder() {
    return names.get(0).replace(':', '-');
  }

  /** Returns the names for which its certificate is, as keytool takes them. */
  String alternativeNames() {
    return names.stream()
        .map(name -> (isAddress(name) ? "ip:" : "dns:") + name)
        .collect(Collectors.joining(","));
  }
}
