package io.windsock.control.http;

import java.util.List;

/** The server's paths, as {@code openapi.yaml} describes them. */
enum Route {
  PARAMS("params", "/v1/params", "GET, HEAD"),
  CALL("call", "/v1/params/{call}", "POST"),
  MODE("mode", "/v1/mode", "GET, HEAD"),
  PIN("pin", "/v1/mode/pin", "POST"),
  RELEASE("release", "/v1/mode/release", "POST"),
  DECISIONS("decisions", "/v1/decisions", "GET, HEAD"),
  SAMPLES("samples", "/v1/samples", "GET, HEAD"),
  HISTORY("history", "/v1/history", "GET, HEAD"),
  CHECKPOINTS("checkpoints", "/v1/checkpoints", "GET, HEAD"),
  WATCH("watch", "/v1/watch", "GET"),
  STORM("storm", "/v1/storm", "GET, HEAD, POST, DELETE"),
  LIVE("live", "/health/live", "GET, HEAD"),
  READY("ready", "/health/ready", "GET, HEAD"),
  METRICS("metrics", "/metrics", "GET, HEAD"),
  OPENAPI("openapi", "/openapi.yaml", "GET, HEAD"),
  HOME("home", "/", "GET, HEAD"),
  CONSOLE("console", "/console", "GET, HEAD"),
  CONSOLE_FILE("console", "/console/{file}", "GET, HEAD"),
  LIBRARY("libraries", "/console/{library}/{file}", "GET, HEAD");

  private final String label;
  private final String path;
  private final String methods;

  Route(String label, String path, String methods) {
    this.label = label;
    this.path = path;
    this.methods = methods;
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
    return List.of(methods.split(", "));
  }

  /** Returns the methods in the format of the {@code Allow} header. */
  String allow() {
    return methods + ", OPTIONS";
  }
}
