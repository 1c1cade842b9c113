package io.windsock.gateway.http;

import java.util.List;

/** The server's paths, as {@code openapi.yaml} describes them. */
enum Route {
  QUERY_STATE("query-state", "/v1/query/state/{key}", "GET, HEAD", false),
  QUERY_VIEW("query-view", "/v1/query/views/{view}", "GET, HEAD", false),
  STATE("state", "/v1/state/{key}", "GET, HEAD", true),
  VIEWS("views", "/v1/views/{view}", "GET, HEAD", true),
  VIEW_LIST("view-list", "/v1/views", "GET, HEAD", true),
  UPDATES("updates", "/v1/updates", "GET", true),
  SUBSCRIBE("subscribe", "/v1/subscribe", "GET", true),
  BOARD("board", "/board", "GET, HEAD", true),
  BOARD_FILE("board", "/board/{file}", "GET, HEAD", true),
  WEBJAR("webjars", "/webjars/{library}/dist/{file}", "GET, HEAD", true),
  UPDATE("update", "/v1/updates/{stream}", "POST", false),
  STATUS("status", "/v1/status", "GET, HEAD", false),
  SITES("sites", "/v1/sites", "GET, HEAD", false),
  DRAIN("drain", "/v1/sites/{site}/drain", "POST, DELETE", false),
  LIVE("live", "/health/live", "GET, HEAD", false),
  READY("ready", "/health/ready", "GET, HEAD", false),
  METRICS("metrics", "/metrics", "GET, HEAD", false),
  OPENAPI("openapi", "/openapi.yaml", "GET, HEAD", false),
  HOME("home", "/", "GET, HEAD", false);

  private final String label;
  private final String path;
  private final String methods;
  private final boolean passed;

  Route(String label, String path, String methods, boolean passed) {
    this.label = label;
    this.path = path;
    this.methods = methods;
    this.passed = passed;
  }

  /** Returns the label under which its requests are counted. */
  String label() {
    return label;
  }

  /** Returns the path, with variables in braces. */
  String path() {
    return path;
  }

  /** Returns the methods except OPTIONS, which every path has. */
  List<String> methods() {
    return List.of(methods.split(", ", -1));
  }

  /** Returns the methods in the format of the {@code Allow} header. */
  String allow() {
    return methods + ", OPTIONS";
  }

  /** Returns whether its requests are passed through to a site. */
  boolean passed() {
    return passed;
  }
}
