package io.windsock.gateway.http.pass;

import io.windsock.platform.http.client.Remote;
import java.net.URI;

/**
 * A site that serves over HTTP.
 *
 * @param name the site's name
 * @param url its base URL, such as {@code http://127.0.0.1:8080}
 */
public record SiteAddress(String name, String url) {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /**
   * Checks the URL.
   *
   * @throws IllegalArgumentException if it is not the base URL of a server; {@link Remote#isUrl}
   *     says so beforehand
   */
  public SiteAddress {
    if (!Remote.isUrl(url)) {
      throw new IllegalArgumentException(
          "'" + url + "' of site '" + name + "' is not a URL such as http://127.0.0.1:8080");
    }
  }

  /** Returns the host, an IPv6 address without its brackets. */
  String host() {
    String host = URI.create(url).getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  int port() {
    int port = URI.create(url).getPort();
    return port >= 0 ? port : ssl() ? HTTPS_PORT : HTTP_PORT;
  }

  /** Returns whether it serves over TLS. */
  boolean ssl() {
    return url.startsWith("https:");
  }
}
