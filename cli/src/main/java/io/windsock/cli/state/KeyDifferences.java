package io.windsock.cli.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.platform.http.client.Remote;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The keys whose states differ between two sites. */
final class KeyDifferences {
  private static final String ALL = "/v1/views/all";

  /**
   * The fields for a state's last update and number of updates, which differ between the outputs.
   */
  private static final Set<String> COUNTERS = Set.of("version", "events", "lateEvents");

  /** How often a key is read again because one of two running sites has just changed it. */
  private static final int READINGS = 5;

  private final boolean content;

  /**
   * A field of a key's state that differs.
   *
   * @param field empty if one site does not hold the key
   */
  record Difference(String key, String field, String first, String second) {}

  /** Compares all fields; with {@code content}, only those that are not counters. */
  KeyDifferences(boolean content) {
    this.content = content;
  }

  /** Whether a site can list its keys, which requires the view {@code all}. */
  static boolean listable(Remote site) throws InterruptedException {
    return site.ask(ALL + "?limit=1").ok();
  }

  /** Returns the differences of at most {@code max} keys, in key order. */
  List<Difference> find(Remote a, Remote b, int max) throws InterruptedException {
    Set<String> keys = new TreeSet<>();
    addKeys(a, keys);
    addKeys(b, keys);
    List<Difference> found = new ArrayList<>();
    int differing = 0;
    for (String key : keys) {
      if (differing >= max) {
        break;
      }
      List<Difference> ofKey = compare(key, a, b);
      found.addAll(ofKey);
      differing += ofKey.isEmpty() ? 0 : 1;
    }
    return found;
  }

  private static void addKeys(Remote site, Set<String> keys) throws InterruptedException {
    for (JsonNode row : site.ask(ALL).expected().path("rows")) {
      keys.add(row.path("key").asText());
    }
  }

  private List<Difference> compare(String key, Remote a, Remote b) throws InterruptedException {
    JsonNode first = state(a, key);
    JsonNode second = state(b, key);
    for (int i = 1; i < READINGS && !version(first).equals(version(second)); i++) {
      first = state(a, key);
      second = state(b, key);
    }
    if (first.isMissingNode() != second.isMissingNode()) {
      return List.of(new Difference(key, "", presence(first), presence(second)));
    }
    return fields(key, first, second);
  }

  /** Returns a state; a missing node if the site does not hold the key, or has just removed it. */
  private static JsonNode state(Remote site, String key) throws InterruptedException {
    return site.ask("/v1/state/" + Remote.encoded(key)).json().path("state");
  }

  private static JsonNode version(JsonNode state) {
    return state.path("version");
  }

  private static String presence(JsonNode state) {
    return state.isMissingNode() ? "absent" : "present";
  }

  private List<Difference> fields(String key, JsonNode a, JsonNode b) {
    Set<String> fields = new TreeSet<>();
    a.fieldNames().forEachRemaining(fields::add);
    b.fieldNames().forEachRemaining(fields::add);
    List<Difference> found = new ArrayList<>();
    for (String field : fields) {
      boolean compared = !content || !COUNTERS.contains(field);
      if (compared && !a.path(field).equals(b.path(field))) {
        found.add(new Difference(key, field, a.path(field).toString(), b.path(field).toString()));
      }
    }
    return found;
  }
}
