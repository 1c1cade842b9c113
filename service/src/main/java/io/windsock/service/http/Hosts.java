package io.windsock.service.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names by which clients may call a server that listens on a loopback address. A page from
 * elsewhere whose name is made to lead to this machine (DNS rebinding) would otherwise count as the
 * server's own, and read its answers: its requests carry that name in {@code Host}. Addresses pass,
 * for no one else can make them lead here; and so do {@code localhost} and the names of the listed
 * servers. A server on another address is called by names that it can't know: all pass. One event
 * loop owns it.
 */
public final class Hosts {
  private static final Pattern LOOPBACK = Pattern.compile("127\\.[0-9.]+|\\[?::1]?|localhost");
  private static final Pattern ADDRESS = Pattern.compile("[0-9]+(\\.[0-9]+){3}|\\[[0-9a-f:.]+]");

  private final boolean guarded;
  private final Front front;

  /** The name that passed last: most requests carry the same. */
  private @Nullable String passed;

  /**
   * Names of a server.
   *
   * @param listening the address on which it listens
   */
  public Hosts(String listening, Front front) {
    guarded = LOOPBACK.matcher(listening.toLowerCase(Locale.ROOT)).matches();
    this.front = front;
  }

  /**
   * Whether a request with this {@code Host} header is to be answered; one without is of no
   * browser.
   */
  public boolean allows(@Nullable String host) {
    if (!guarded || host == null || host.equals(passed)) {
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
        || ADDRESS.matcher(name).matches()) {
      return true;
    }
    for (String url : front.origins().urls()) {
      if (name.equals(hostOf(url))) {
        return true;
      }
    }
    return false;
  }

  /** The name in a {@code Host} header, without the port; null if it is none. */
  private static @Nullable String name(String host) {
    return hostOf("http://" + host);
  }

  private static @Nullable String hostOf(String url) {
    try {
      String host = new URI(url).getHost();
      return host == null ? null : host.toLowerCase(Locale.ROOT);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /** Why such a request is not answered. */
  public Refusal refusal(@Nullable String host) {
    return Refusal.of(
        421,
        "this "
            + front.noun()
            + " is not called "
            + Refusal.shown(Objects.requireNonNullElse(host, "")),
        "call it localhost or by its address; a proxy must send such a Host, or be listed as a "
            + front.noun());
  }
}
