package io.windsock.link.transport;

import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says in a line why a connection was not made. The exceptions of TLS hide the reason several
 * causes deep, and in words for programmers.
 */
final class LineFault {
  private static final int MAX_CAUSES = 16;
  private static final String ALERT = "received fatal alert: ";

  private LineFault() {}

  /** Describes a failure of a connection. */
  static String describe(Throwable failure) {
    Throwable at = failure;
    for (int i = 0; i < MAX_CAUSES; i++) {
      String known = known(at);
      Throwable cause = at.getCause();
      if (known != null) {
        return known;
      }
      if (cause == null) {
        break;
      }
      at = cause;
    }
    String message = at.getMessage();
    return message == null ? at.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }

  private static @Nullable String known(Throwable e) {
    if (e instanceof UnknownHostException) {
      return "this name has no address here";
    }
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (message.startsWith("not an ssl/tls record")) {
      return "the peer does not speak TLS: both sides need certificates, or neither";
    }
    if (e instanceof CertificateExpiredException || e instanceof CertificateNotYetValidException) {
      return "the peer's certificate is not valid now: " + e.getMessage();
    }
    if (e instanceof CertPathBuilderException || message.startsWith("empty client certificate")) {
      return "the peer has no certificate of an authority that this side trusts";
    }
    if (message.startsWith("no subject alternative") || message.startsWith("no name matching")) {
      return "the peer's certificate is for another host: " + e.getMessage();
    }
    if (message.startsWith(ALERT)) {
      return "the peer refuses the handshake: " + message.substring(ALERT.length());
    }
    return null;
  }
}
