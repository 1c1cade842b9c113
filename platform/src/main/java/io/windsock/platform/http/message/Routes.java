package io.windsock.platform.http.message;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a path. Immutable.
 *
 * @param <R> the type of the routes
 */
public final class Routes<R extends Enum<R>> {
  private final Map<R, List<String>> templates;

  /**
   * Creates the routes of a server.
   *
   * @param type all routes, the more specific before the more general
   * @param path the path of each, with variables in braces
   */
  public Routes(Class<R> type, Function<R, String> path) {
    templates = new EnumMap<>(type);
    for (R route : type.getEnumConstants()) {
      templates.put(route, List.of(path.apply(route).substring(1).split("/", -1)));
    }
  }

  /** Returns the route of a path with these segments; null if there is none. */
  public @Nullable R of(List<String> segments) {
    for (Map.Entry<R, List<String>> route : templates.entrySet()) {
      if (fits(segments, route.getValue())) {
        return route.getKey();
      }
    }
    return null;
  }

  private static boolean fits(List<String> segments, List<String> template) {
    if (segments.size() != template.size()) {
      return false;
    }
    for (int i = 0; i < template.size(); i++) {
      boolean any = template.get(i).startsWith("{");
      if (any ? segments.get(i).isEmpty() : !segments.get(i).equals(template.get(i))) {
        return false;
      }
    }
    return true;
  }
}
