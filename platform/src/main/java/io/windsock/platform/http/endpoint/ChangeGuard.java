package io.windsock.platform.http.endpoint;

import io.vertx.core.http.HttpHeaders;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prevents other sites' pages from making changes through an operator's browser. A browser sends a
 * page's origin with every request that may change something, and asks beforehand whether a page of
 * another origin may send JSON, which is never granted. A page whose origin equals the request's
 * {@code Host} is the server's own, because the server accepts known host names only. Any thread
 * may use it.
 */
public final class ChangeGuard {
  private static final String JSON = "application/json";

  private final AnswerPolicy policy;

  /** Creates the guard of a server. */
  public ChangeGuard(AnswerPolicy policy) {
    this.policy = policy;
  }

  /**
   * Checks that a request for a change comes from an allowed origin.
   *
   * @throws Refusal if it comes from another site's page
   */
  public void requireOwnPage(Exchange exchange) {
    String origin = exchange.header(HttpHeaders.ORIGIN);
    if (origin != null
        && !sameAs(origin, exchange.header(HttpHeaders.HOST))
        && !policy.origins().allows(origin)) {
      throw Refusal.of(
          403,
          "pages of " + Refusal.shown(origin) + " may not make changes here",
          "use a page of this "
              + policy.noun()
              + ", a program, or start the "
              + policy.noun()
              + " with --advertised-url and that address");
    }
  }

  private static boolean sameAs(String origin, @Nullable String host) {
    try {
      String authority = new URI(origin).getAuthority();
      return host != null
          && authority != null
          && authority.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * Checks that the body is declared as JSON.
   *
   * @throws Refusal if it is not
   */
  public static void requireJson(Exchange exchange) {
    String type = exchange.header(HttpHeaders.CONTENT_TYPE);
    String bare = type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    if (!bare.equals(JSON)) {
      throw Refusal.of(
          415,
          type == null ? "no content type is given" : "the body is " + Refusal.shown(type),
          "send Content-Type: " + JSON);
    }
  }
}
