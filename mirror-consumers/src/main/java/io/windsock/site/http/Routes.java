package io.windsock.site.http;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the route of a path. Pure. */
final class Routes {
  private static final Map<Route, List<String>> TEMPLATES = templates();

  private Routes() {}

  private static Map<Route, List<String>> templates() {
    Map<Route, List<String>> templates = new EnumMap<>(Route.class);
    for (Route route : Route.values()) {
      templates.put(route, List.of(route.path().substring(1).split("/", -1)));
    }
    return templates;
  }

  /** The route of a path of these segments; null if there is none. */
  static @Nullable Route of(List<String> segments) {
    for (Map.Entry<Route, List<String>> route : TEMPLATES.entrySet()) {
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
