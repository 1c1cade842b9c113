package io.windsock.link.edge;

/** The paths of an edge. */
enum Route {
  STATUS("/v1/status", "GET, HEAD"),
  PAUSE("/v1/pause", "POST"),
  RESUME("/v1/resume", "POST"),
  LIVE("/health/live", "GET, HEAD"),
  READY("/health/ready", "GET, HEAD"),
  METRICS("/metrics", "GET, HEAD");

  private final String path;
  private final String methods;

  Route(String path, String methods) {
    this.path = path;
    this.methods = methods;
  }

  String path() {
    return path;
  }

  /** Returns the methods in the format of the {@code Allow} header. */
  String allow() {
    return methods;
  }

  boolean takes(String method) {
    return methods.equals(method)
        || methods.startsWith(method + ",")
        || methods.endsWith(" " + method);
  }

  boolean changes() {
    return this == PAUSE || this == RESUME;
  }
}
