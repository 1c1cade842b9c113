package io.windsock.platform.http.message;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a path. Immutable.
 *
 * @param <R> the routes that there are
 */
public final class Routes<R extends Enum<R>> {
  private final Map<R, List<String>> templates;

  /**
   * The routes of a server.
   *
   * @param type all of them, the more particular before the more general
   * @param path the path of each, with names in braces where any text may stand
   */
  public Routes(Class<R> type, Function<R, String> path) {
    templates = new EnumMap<>(type);
    for (R route : type.getEnumConstants()) {
      templates.put(route, List.of(path.apply(route).substring(1).split("/", -1)));
    }
  }

  /** The route of a path of these segments; null if there is none. */
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
