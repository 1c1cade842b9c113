package io.windsock.platform.http.message;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The media types of state and views, and content negotiation. */
public enum MediaType {
  /** For people and displays. */
  JSON("application/json"),
  /** For programs. */
  AVRO("application/avro");

  /** The remedy for a request that accepts none of them. */
  public static final String OFFERED = "accept application/json or application/avro";

  private final String text;

  MediaType(String text) {
    this.text = text;
  }

  /** Returns the value for {@code Content-Type}. */
  public String text() {
    return text;
  }

  /**
   * Returns the type to serve for an {@code Accept} header: the one of highest quality, preferring
   * JSON to Avro on a tie; JSON without a header; null if the header admits neither.
   */
  public static @Nullable MediaType preferred(@Nullable String accept) {
    if (accept == null || accept.isBlank()) {
      return JSON;
    }
    double json = quality(accept, JSON.text);
    double avro = quality(accept, AVRO.text);
    if (json <= 0 && avro <= 0) {
      return null;
    }
    return avro > json ? AVRO : JSON;
  }

  /** Returns whether an {@code Accept} header admits {@code type}. */
  public static boolean accepts(@Nullable String accept, String type) {
    return accept == null || accept.isBlank() || quality(accept, type) > 0;
  }

  /** Returns whether an {@code Accept-Encoding} header asks for gzip. */
  public static boolean wantsGzip(@Nullable String acceptEncoding) {
    return acceptEncoding != null && quality(acceptEncoding, "gzip") > 0;
  }

  /**
   * Returns the quality of {@code type} by the most specific range of {@code header} that covers
   * it.
   */
  private static double quality(String header, String type) {
    int specific = 0;
    double quality = 0;
    for (String range : header.split(",", -1)) {
      String[] parts = range.split(";", -1);
      int fits = fit(parts[0].trim().toLowerCase(Locale.ROOT), type);
      if (fits > specific) {
        specific = fits;
        quality = parameter(parts);
      }
    }
    return quality;
  }

  private static int fit(String range, String type) {
    if (range.equals(type)) {
      return 3;
    }
    int slash = type.indexOf('/');
    if (slash > 0 && range.equals(type.substring(0, slash) + "/*")) {
      return 2;
    }
    return range.equals("*/*") || range.equals("*") ? 1 : 0;
  }

  private static double parameter(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i].trim();
      if (part.startsWith("q=") || part.startsWith("Q=")) {
        try {
          double q = Double.parseDouble(part.substring(2));
          return q >= 0 && q <= 1 ? q : 0;
        } catch (NumberFormatException e) {
          return 0;
        }
      }
    }
    return 1;
  }
}
