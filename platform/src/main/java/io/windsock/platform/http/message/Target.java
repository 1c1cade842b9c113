package io.windsock.platform.http.message;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A parsed and decoded request target: the path's segments and the query's parameters. Parsing is
 * strict, so a client's mistake causes an error instead of a guess.
 */
public final class Target {
  /** The maximum number of query parameters. */
  public static final int MAX_PARAMETERS = 16;

  /** The maximum number of path segments. */
  public static final int MAX_SEGMENTS = 8;

  private final List<String> segments;
  private final Map<String, String> parameters;

  private Target(List<String> segments, Map<String, String> parameters) {
    this.segments = segments;
    this.parameters = parameters;
  }

  /**
   * Parses a raw request target.
   *
   * @throws Refusal if it is not an absolute path with an optional query, both well-formed
   */
  public static Target parse(String uri) {
    if (uri.isEmpty() || uri.charAt(0) != '/') {
      throw Refusal.bad(
          "the request target " + Refusal.shown(uri) + " is not a path", "start it with /");
    }
    int fragment = uri.indexOf('#');
    if (fragment >= 0) {
      throw Refusal.bad("the request target has a fragment", "write %23 for a # in a value");
    }
    int question = uri.indexOf('?');
    String path = question < 0 ? uri : uri.substring(0, question);
    return new Target(segments(path), parameters(question < 0 ? "" : uri.substring(question + 1)));
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    int from = 1;
    while (from <= path.length()) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      if (segments.size() == MAX_SEGMENTS) {
        throw Refusal.absent(
            "no path has more than " + MAX_SEGMENTS + " segments", "see /openapi.yaml");
      }
      segments.add(decode(path.substring(from, to), false));
      from = to + 1;
    }
    return segments;
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    int from = 0;
    while (from < query.length()) {
      int ampersand = query.indexOf('&', from);
      int to = ampersand < 0 ? query.length() : ampersand;
      if (to > from) {
        parameter(query.substring(from, to), parameters);
      }
      from = to + 1;
    }
    return parameters;
  }

  private static void parameter(String text, Map<String, String> parameters) {
    int equals = text.indexOf('=');
    String name = decode(equals < 0 ? text : text.substring(0, equals), true);
    String value = equals < 0 ? "" : decode(text.substring(equals + 1), true);
    if (parameters.size() == MAX_PARAMETERS) {
      throw Refusal.bad(
          "more than " + MAX_PARAMETERS + " query parameters", "leave out what is not needed");
    }
    if (parameters.putIfAbsent(name, value) != null) {
      throw Refusal.bad("the parameter " + Refusal.shown(name) + " is given twice", "give it once");
    }
  }

  /** Decodes percent escapes; in a query, a plus is a space. */
  private static String decode(String text, boolean query) {
    if (text.indexOf('%') < 0 && (!query || text.indexOf('+') < 0)) {
      return requireAscii(text);
    }
    ByteBuffer bytes = ByteBuffer.allocate(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.put(escaped(text, i));
        i += 2;
      } else {
        bytes.put((byte) (query && c == '+' ? ' ' : requireAscii(c, text)));
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      throw Refusal.bad(Refusal.shown(text) + " is not UTF-8", "percent-encode the UTF-8 bytes");
    }
  }

  private static byte escaped(String text, int at) {
    int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
    if (high < 0 || low < 0) {
      throw Refusal.bad(
          Refusal.shown(text) + " has a % without two hexadecimal digits", "write %25 for a %");
    }
    return (byte) (high << 4 | low);
  }

  private static String requireAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      requireAscii(text.charAt(i), text);
    }
    return text;
  }

  private static char requireAscii(char c, String text) {
    if (c <= ' ' || c >= 0x7f) {
      throw Refusal.bad(
          Refusal.shown(text) + " has a character that must be escaped",
          "percent-encode its UTF-8 bytes");
    }
    return c;
  }

  /** Returns the decoded path segments; one empty segment for {@code /}. */
  public List<String> segments() {
    return segments;
  }

  /**
   * Returns the decoded value of a parameter; null if absent.
   *
   * @throws Refusal if it is empty
   */
  public @Nullable String parameter(String name) {
    String value = parameters.get(name);
    if (value != null && value.isEmpty()) {
      throw Refusal.bad(
          "the parameter " + Refusal.shown(name) + " is empty", "give it a value or leave it out");
    }
    return value;
  }

  /**
   * Checks that the query has only parameters that the path knows.
   *
   * @throws Refusal if it has another one
   */
  public void allow(Set<String> known) {
    for (String name : parameters.keySet()) {
      if (!known.contains(name)) {
        throw Refusal.bad(
            "unknown query parameter " + Refusal.shown(name),
            known.isEmpty()
                ? "this path takes none"
                : "this path takes " + String.join(", ", new TreeSet<>(known)));
      }
    }
  }
}
