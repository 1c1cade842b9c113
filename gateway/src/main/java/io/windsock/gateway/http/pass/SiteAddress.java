package io.windsock.gateway.http.pass;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * A site that serves over HTTP.
 *
 * @param name the site's name
 * @param url its base URL, such as {@code http://127.0.0.1:8080}
 */
public record SiteAddress(String name, String url) {
  private static final int HTTP_PORT = 80;

  /**
   * Checks the URL.
   *
   * @throws IllegalArgumentException if it is not the base URL of an HTTP server
   */
  public SiteAddress {
    if (!isUrl(url)) {
      throw new IllegalArgumentException(
          "'" + url + "' of site '" + name + "' is not a URL such as http://127.0.0.1:8080");
    }
  }

  /** Returns whether a text, such as a sample names it, is the base URL of an HTTP server. */
  public static boolean isUrl(String text) {
    try {
      URI uri = new URI(text);
      return uri.getHost() != null && "http".equals(uri.getScheme());
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Returns the host, an IPv6 address without its brackets. */
  String host() {
    String host = URI.create(url).getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  int port() {
    int port = URI.create(url).getPort();
    return port < 0 ? HTTP_PORT : port;
  }
}
