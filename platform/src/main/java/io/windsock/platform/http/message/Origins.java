package io.windsock.platform.http.message;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The origins (scheme, host and port) of servers of one kind. Only their pages may read this
 * server's answers. The names of the loopback address are equivalent. Any thread may use it.
 */
public final class Origins {
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  /** 0.0.0.0, and the IPv6 equivalent in any of its forms. */
  private static final Pattern ALL_ADDRESSES =
      Pattern.compile("^https?://(0\\.0\\.0\\.0|\\[[0:]+])(:\\d+)?$");

  private final Supplier<String> own;
  private final Supplier<String> bound;
  private final Supplier<List<String>> peers;

  /**
   * Creates the origins of a server reached at its bound address, and its peers.
   *
   * @param bound the server's base URL
   * @param peers the other servers' base URLs
   */
  public Origins(Supplier<String> bound, Supplier<List<String>> peers) {
    this(bound, bound, peers);
  }

  /**
   * Creates the origins of a server reached by another name than its bound address, and its peers.
   *
   * @param own the base URL by which others reach the server
   * @param bound the base URL it listens at; pages from there are its own too
   * @param peers the other servers' base URLs
   */
  public Origins(Supplier<String> own, Supplier<String> bound, Supplier<List<String>> peers) {
    this.own = own;
    this.bound = bound;
    this.peers = peers;
  }

  /** Returns whether pages of {@code origin} may read answers. */
  public boolean allows(String origin) {
    String canonical = canonical(origin);
    if (canonical == null) {
      return false;
    }
    if (canonical.equals(canonical(bound.get()))) {
      return true;
    }
    for (String url : urls()) {
      if (canonical.equals(canonical(url))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the distinct base URLs of this server and its peers, this one first. A server bound to
   * all addresses without another name is left out, because clients can't connect to that address.
   */
  public List<String> urls() {
    List<String> urls = new ArrayList<>();
    add(urls, own.get());
    peers.get().forEach(peer -> add(urls, peer));
    return urls;
  }

  private static void add(List<String> urls, String server) {
    String url = base(server);
    if (!urls.contains(url) && !ALL_ADDRESSES.matcher(url).find()) {
      urls.add(url);
    }
  }

  private static String base(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  /** Returns the sources that a page may connect to, for a content security policy. */
  public String sources() {
    StringBuilder sources = new StringBuilder("'self'");
    for (String url : urls()) {
      sources.append(' ').append(url);
    }
    return sources.toString();
  }

  private static @Nullable String canonical(String text) {
    try {
      URI uri = new URI(text);
      String host = uri.getHost();
      if (host == null || uri.getScheme() == null) {
        return null;
      }
      String name = host.toLowerCase(Locale.ROOT);
      return uri.getScheme().toLowerCase(Locale.ROOT)
          + "://"
          + (LOOPBACK.contains(name) ? "loopback" : name)
          + ":"
          + port(uri);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
  }
}
