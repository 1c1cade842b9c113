package io.windsock.site.http;

/** The server's paths, as described in {@code openapi.yaml}. */
enum Route {
  STATE("state", "/v1/state/{key}"),
  VIEWS("views", "/v1/views/{view}"),
  VIEW_LIST("view-list", "/v1/views"),
  UPDATES("updates", "/v1/updates"),
  SUBSCRIBE("subscribe", "/v1/subscribe"),
  DIGEST("digest", "/v1/digest"),
  SITES("sites", "/v1/sites"),
  SNAPSHOT("snapshot", "/v1/snapshot"),
  SNAPSHOT_FILE("snapshot-file", "/v1/snapshot/{number}/files/{name}"),
  LIVE("live", "/health/live"),
  READY("ready", "/health/ready"),
  SERVING("serving", "/health/serving"),
  METRICS("metrics", "/metrics"),
  OPENAPI("openapi", "/openapi.yaml"),
  HOME("home", "/"),
  BOARD("board", "/board"),
  BOARD_FILE("board", "/board/{file}"),
  WEBJAR("webjars", "/webjars/{library}/dist/{file}");

  private final String label;
  private final String path;

  Route(String label, String path) {
    this.label = label;
    this.path = path;
  }

  /** The metric label of its requests. */
  String label() {
    return label;
  }

  /** The path, with variable parts as names in braces. */
  String path() {
    return path;
  }
}
