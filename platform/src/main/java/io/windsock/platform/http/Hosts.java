package io.windsock.platform.http;

import io.windsock.platform.http.message.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names that clients may use for a server, whatever address it listens on. Without this check,
 * a foreign page whose name is made to resolve to the server's address (DNS rebinding) would count
 * as the server's own page: its requests carry that name in both {@code Host} and {@code Origin}.
 *
 * <p>A literal address is allowed, because it can't be redirected; so is {@code localhost}. Every
 * other name must be configured: the address that the server binds, the allowed names, its
 * advertised URL's, or a listed server's. One event loop owns it.
 */
public final class Hosts {
  private static final Pattern ADDRESS = Pattern.compile("[0-9]+(\\.[0-9]+){3}|\\[[0-9a-f:.]+]");
  private static final Pattern AUTHORITY =
      Pattern.compile("([A-Za-z0-9._-]+?|\\[[0-9A-Fa-f:.]+])\\.?(?::[0-9]*)?");
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?");

  private final Set<String> configured = new HashSet<>();
  private final AnswerPolicy policy;

  /** The header last allowed; most requests carry the same. */
  private @Nullable String passed;

  /**
   * Creates the names of a server.
   *
   * @param bound the address or name that it binds
   * @param allowed further names
   * @param policy supplies its advertised URL and those of the listed servers
   */
  public Hosts(String bound, List<String> allowed, AnswerPolicy policy) {
    configured.add(bound.toLowerCase(Locale.ROOT));
    allowed.forEach(name -> configured.add(name.toLowerCase(Locale.ROOT)));
    this.policy = policy;
  }

  /** Returns whether {@code text} is a valid host name: no scheme, port or pattern. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Returns whether a request with this {@code Host} header is allowed. A request without the
   * header does not come from a browser.
   */
  public boolean allows(@Nullable String host) {
    if (host == null || host.equals(passed)) {
      return true;
    }
    String name = name(host);
    if (name == null || !known(name)) {
      return false;
    }
    passed = host;
    return true;
  }

  private boolean known(String name) {
    if (name.equals("localhost")
        || name.endsWith(".localhost")
        || configured.contains(name)
        || ADDRESS.matcher(name).matches()) {
      return true;
    }
    for (String url : policy.origins().urls()) {
      if (name.equals(nameOf(url))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the name in a {@code Host} header, in lower case and without the port; null if
   * malformed.
   */
  private static @Nullable String name(String host) {
    Matcher authority = AUTHORITY.matcher(host);
    return authority.matches() ? authority.group(1).toLowerCase(Locale.ROOT) : null;
  }

  private static @Nullable String nameOf(String url) {
    int from = url.indexOf("://") + "://".length();
    int path = url.indexOf('/', from);
    return name(path < 0 ? url.substring(from) : url.substring(from, path));
  }

  /** Returns the refusal of a request with no {@code Host} header or several. */
  static Refusal notOne(int headers) {
    return Refusal.last(
        400,
        "the request has " + (headers == 0 ? "no" : headers) + " Host headers",
        "send exactly one Host header");
  }

  /** Returns the refusal of a request with this {@code Host} header. */
  public Refusal refusal(@Nullable String host) {
    return Refusal.of(
        421,
        "this "
            + policy.noun()
            + " is not called "
            + Refusal.shown(Objects.requireNonNullElse(host, "")),
        "call it by its address, or start it with --allow-host and that name");
  }
}
