package io.windsock.gateway.http.pass;

import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.windsock.platform.http.message.Origins;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The headers that are passed through. To a site only those that sites read, so that what a proxy
 * in front of the gateway adds, such as credentials, goes no further. To a client all but those
 * that are about the connection to the site (RFC 9110, section 7.6.1) and those that the gateway
 * sets itself.
 */
final class PassedHeaders {
  /** Names the site that answered. */
  static final AsciiString SITE = new AsciiString("Windsock-Site");

  private static final AsciiString VIA = new AsciiString("Via");
  private static final AsciiString GATEWAY = new AsciiString("1.1 windsock-gateway");
  private static final List<AsciiString> TO_SITE =
      List.of(
          new AsciiString("Accept"),
          new AsciiString("Accept-Encoding"),
          new AsciiString("If-None-Match"),
          new AsciiString("Last-Event-ID"),
          new AsciiString("User-Agent"));
  private static final Set<String> NOT_TO_CLIENT =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "x-content-type-options",
          "access-control-allow-origin",
          "access-control-expose-headers");

  private static final String PAGE_POLICY = "content-security-policy";
  private static final Pattern CONNECT_TO = Pattern.compile("connect-src [^;]*");

  private PassedHeaders() {}

  static void toSite(MultiMap from, MultiMap to) {
    for (AsciiString name : TO_SITE) {
      String value = from.get(name);
      if (value != null) {
        to.set(name, value);
      }
    }
    to.set(VIA, GATEWAY);
  }

  /**
   * Adds a site's headers to those of an answer. A page may connect to the gateways in place of the
   * sites, which a client need not reach.
   *
   * @param site the name of the site
   * @param gateways those to which a page may connect
   */
  static void toClient(String site, Origins gateways, MultiMap from, MultiMap to) {
    Set<String> named = named(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (!NOT_TO_CLIENT.contains(name) && !named.contains(name)) {
        to.add(header.getKey(), value(name, header.getValue(), gateways));
      }
    }
    if (isText(site)) {
      to.set(SITE, site);
    }
  }

  private static String value(String name, String value, Origins gateways) {
    if (!name.equals(PAGE_POLICY)) {
      return value;
    }
    String connectTo = "connect-src " + gateways.sources();
    return CONNECT_TO.matcher(value).replaceFirst(Matcher.quoteReplacement(connectTo));
  }

  /** Returns the headers that {@code Connection} names as those of the connection alone. */
  private static Set<String> named(MultiMap from) {
    String connection = from.get(HttpHeaders.CONNECTION);
    if (connection == null) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    for (String name : connection.split(",", -1)) {
      names.add(name.trim().toLowerCase(Locale.ROOT));
    }
    return names;
  }

  /** Returns whether a header may have this value: visible ASCII and spaces. */
  static boolean isText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7f) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
